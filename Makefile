.PHONY: help build test format bench compare jmh
help: ## list the verbs
	@grep -E '^[a-z0-9]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'
build: ## compile and package, no tests
	./mvnw -q -Dquick package
test: ## everything: format, checks, unit and integration tests
	./mvnw verify
format: ## format the sources
	./mvnw -q spotless:apply
bench: ## first backup and restore beside restic, on a library made for it
	benchmarks/first-backup
compare: ## coder, cipher and whole chunks beside ISA-L, OpenSSL and memcpy: ratios as one JSON object
	benchmarks/compare
jmh: ## JMH on the core; JMH=REGEX for some of them
	benchmarks/jmh -f 1 $(JMH)
