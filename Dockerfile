# The server and the command line, on Debian. Build it in the folder of the repository:
#
#     docker build -t licence .
#
# The server listens on 0.0.0.0:8080 and does not start until you say who speaks HTTPS:
# LICENCE_BEHIND_PROXY=true with LICENCE_TRUSTED_PROXY, or LICENCE_TLS_CERT and LICENCE_TLS_KEY. See docs/production.md.

FROM rust:1.94-slim-bookworm AS build
WORKDIR /source
RUN cargo install --locked cargo-cyclonedx@0.5.9
COPY . .
RUN cargo build --profile dist --locked --bin licence-server --bin licence
# The parts of the two programs, as CycloneDX.
RUN cargo cyclonedx --format json --spec-version 1.5 --describe binaries --no-build-deps

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --user-group --home-dir /var/lib/licence --create-home licence
COPY --from=build /source/target/dist/licence-server /source/target/dist/licence /usr/local/bin/
COPY --from=build /source/licence-server/licence-server_bin.cdx.json /source/licence-cli/licence_bin.cdx.json /usr/local/share/sbom/
USER 10001:10001
WORKDIR /var/lib/licence
VOLUME /var/lib/licence
ENV LICENCE_LISTEN=0.0.0.0:8080 \
    LICENCE_DATABASE_URL=sqlite:///var/lib/licence/licence.db
EXPOSE 8080
STOPSIGNAL SIGTERM
# The exit code is 0 only while the database and the cache answer. If the container serves HTTPS,
# give a health check of your own, because this one asks over plain HTTP.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["licence", "health", "--quiet", "--server", "http://127.0.0.1:8080"]
ENTRYPOINT ["licence-server"]
