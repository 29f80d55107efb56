# As oven-sh/bun's: bun and bunx, Bun under the name of node where no Node is.
ARG BASE
FROM ${BASE}
COPY --from=tool @oven/bun-linux-x64/bin/bun /usr/local/bin/bun
ARG VERSION
RUN ln -s bun /usr/local/bin/bunx && mkdir /usr/local/bun-node-fallback-bin && ln -s /usr/local/bin/bun /usr/local/bun-node-fallback-bin/node \
    && groupadd --gid 1000 bun && useradd --uid 1000 --gid bun --shell /bin/sh --create-home bun \
    && printf '#!/bin/sh\nset -e\nif [ "${1#-}" != "$1" ] || [ -z "$(command -v "$1")" ] || { [ -f "$1" ] && ! [ -x "$1" ]; }; then set -- bun "$@"; fi\nexec "$@"\n' >/usr/local/bin/docker-entrypoint.sh && chmod +x /usr/local/bin/docker-entrypoint.sh \
    && [ "$(bun --version)" = "$VERSION" ]
ENV BUN_RUNTIME_TRANSPILER_CACHE_PATH=0 BUN_INSTALL_BIN=/usr/local/bin PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/bun-node-fallback-bin
WORKDIR /home/bun/app
ENTRYPOINT ["/usr/local/bin/docker-entrypoint.sh"]
CMD ["bun"]
