# Debian's Valkey as valkey-io/valkey-container has it: no configuration file,
# reachable from outside, data in /data, Redis' names beside its own.
ARG BASE
FROM ${BASE}
ARG VERSION
RUN groupadd --gid 999 valkey && useradd --uid 999 --gid valkey --home-dir /data --shell /usr/sbin/nologin valkey \
    && apt-get update && apt-get install -y --no-install-recommends valkey-server valkey-tools && rm -rf /var/lib/apt/lists/* \
    && valkey-server --version | grep -q "v=$VERSION\." && mkdir -p /data && chown valkey:valkey /data \
    && for x in server cli benchmark check-aof check-rdb sentinel; do ln -sf /usr/bin/valkey-$x /usr/local/bin/redis-$x; done
COPY --chmod=755 redis.sh /usr/local/bin/docker-entrypoint.sh
WORKDIR /data
VOLUME /data
EXPOSE 6379
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["valkey-server"]
