.PHONY: help build test format sim bench compare jmh
help: ## list the verbs
	@grep -E '^[a-z0-9]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'
build: ## compile and package, no tests
	./mvnw -q -Dquick package
test: ## everything: format, checks, unit and integration tests
	./mvnw verify
format: ## format the sources
	./mvnw -q spotless:apply
sim: ## the seeded simulator: SEEDS=n of them, from SEED=first; prints violations, marks hit, simulated time
	./mvnw -q test -pl simulator -am -Dtest=SimulatorTest -Dsurefire.failIfNoSpecifiedTests=false -Dsim.seeds=$(or $(SEEDS),1000) -Dsim.seed=$(or $(SEED),1); \
	  status=$$?; cat simulator/target/simulator.txt; exit $$status
bench: ## first backup and restore beside restic, on a library made for it
	benchmarks/first-backup
compare: ## coder, cipher and whole chunks beside ISA-L, OpenSSL and memcpy: ratios as one JSON object
	benchmarks/compare
jmh: ## JMH on the core; JMH=REGEX for some of them
	benchmarks/jmh -f 1 $(JMH)
