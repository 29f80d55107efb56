# This machine's toolchain under the names of the official image
# (rust-lang/docker-rust).
ARG BASE
FROM ${BASE}
RUN command -v gcc >/dev/null || { apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*; }
COPY --from=tool . /usr/local
ENV CARGO_HOME=/usr/local/cargo RUSTUP_HOME=/usr/local/rustup PATH=/usr/local/cargo/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
ARG VERSION
RUN mkdir -p /usr/local/cargo/bin && chmod 777 /usr/local/cargo \
    && printf '#!/bin/sh\necho "rustup: this stand-in has Rust %s and fetches no other toolchain" >&2\nexit 1\n' "$VERSION" >/usr/local/cargo/bin/rustup && chmod +x /usr/local/cargo/bin/rustup \
    && rustc --version | grep -q "^rustc $VERSION " && cargo --version
ENV RUST_VERSION=${VERSION}
CMD ["bash"]
