FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends libstdc++6 libatomic1 python3 make g++ git && rm -rf /var/lib/apt/lists/*
COPY --from=hostnode bin/node /usr/local/bin/node
COPY --from=hostnode lib/node_modules/npm /usr/local/lib/node_modules/npm
COPY --from=hostnode lib/node_modules/corepac[k] /usr/local/lib/node_modules/corepack
RUN cd /usr/local/bin \
    && ln -s ../lib/node_modules/npm/bin/npm-cli.js npm && ln -s ../lib/node_modules/npm/bin/npx-cli.js npx \
    && if [ -d ../lib/node_modules/corepack ]; then ln -s ../lib/node_modules/corepack/dist/corepack.js corepack; fi \
    && echo cafile=/etc/ssl/certs/ca-certificates.crt >/root/.npmrc
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
CMD ["node"]
