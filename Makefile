.PHONY: help build test format bench
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
