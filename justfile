# Commands for daily work. `just` lists them; CONTRIBUTING.md says more.

_default:
    @just --list

# Check format and lints, and test the core and the store on SQLite: the loop after a small change
quick:
    cargo fmt --all --check
    cargo clippy -p licence-core -p licence-store --all-targets --quiet -- -D warnings
    env -u LICENCE_TEST_DATABASE_URL -u LICENCE_TEST_CACHE_URL cargo test --quiet -p licence-core -p licence-store

# Check everything that a change must pass, on SQLite, PostgreSQL and Redis
ci:
    .ci/run
