# This machine's toolchain under the names of the official image
# (rust-lang/docker-rust).
ARG BASE
FROM ${BASE}
RUN command -v gcc >/dev/null || { apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*; }
COPY --from=tool . /usr/local
ENV CARGO_HOME=/usr/local/cargo RUSTUP_HOME=/usr/local/rustup PATH=/usr/local/cargo/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
ARG VERSION
RUN rustc --version | grep -q "^rustc $VERSION " && cargo --version
ENV RUST_VERSION=${VERSION}
COPY --chmod=755 <<"SHIM" /usr/local/cargo/bin/rustup
#!/bin/sh
# There is one toolchain: who asks for it has it, another one is not fetched.
have=$(rustc --version | cut -d' ' -f2)
for word; do
    case $word in
    "$have" | "${have%.*}" | toolchain | install | default | override | set | show | minimal | -*) ;;
    *) echo "rustup: this stand-in has Rust $have alone, not $word" >&2; exit 1 ;;
    esac
done
SHIM
RUN chmod 777 /usr/local/cargo
CMD ["bash"]
