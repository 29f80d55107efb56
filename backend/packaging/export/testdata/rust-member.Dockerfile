# Container image of gateway (rust).
# Build it in the repository's root:
#     docker build -f crates/gateway/Dockerfile -t gateway .

FROM rust:1.85-bookworm AS build
WORKDIR /app
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,id=gateway-app-target,target=/app/target,sharing=locked \
    cargo build --release --locked -p gateway && mkdir -p bin && cp target/release/gateway bin/

FROM debian:bookworm-slim
WORKDIR /app
RUN useradd --uid 10001 --create-home --shell /usr/sbin/nologin app \
    && chown app:app /app
COPY --from=build --chown=app /app/bin/gateway ./gateway
USER app
EXPOSE 8080
CMD ["./gateway"]
