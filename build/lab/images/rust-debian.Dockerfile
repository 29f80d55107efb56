# Debian's toolchain under the names of the official image
# (rust-lang/docker-rust).
ARG BASE
FROM ${BASE}
ARG VERSION
ARG SUFFIX
RUN printf 'Package: rustc%s cargo%s libstd-rust%s-* libstd-rust-* rust*\nPin: version %s.*\nPin-Priority: 1001\n' "$SUFFIX" "$SUFFIX" "$SUFFIX" "$VERSION" >/etc/apt/preferences.d/rust \
    && apt-get update && apt-get install -y --no-install-recommends "rustc$SUFFIX" "cargo$SUFFIX" gcc libc6-dev && rm -rf /var/lib/apt/lists/* \
    && for x in rustc rustdoc cargo; do for f in /usr/bin/$x$SUFFIX /usr/lib/rust-$VERSION/bin/$x; do if [ -e $f ]; then ln -sf $f /usr/local/bin/$x; fi; done; done \
    && rustc --version | grep -q "^rustc $VERSION\." && cargo --version
ENV CARGO_HOME=/usr/local/cargo PATH=/usr/local/cargo/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
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
