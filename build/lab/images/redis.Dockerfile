# Debian's Redis as docker-library/redis has it: no configuration file,
# reachable from outside, data in /data.
ARG BASE
FROM ${BASE}
ARG VERSION
RUN groupadd --gid 999 redis && useradd --uid 999 --gid redis --home-dir /data --shell /usr/sbin/nologin redis \
    && apt-get update && apt-get install -y --no-install-recommends redis-server redis-tools && rm -rf /var/lib/apt/lists/* \
    && redis-server --version | grep -q "v=$VERSION\." && mkdir -p /data && chown redis:redis /data
COPY --chmod=755 redis.sh /usr/local/bin/docker-entrypoint.sh
WORKDIR /data
VOLUME /data
EXPOSE 6379
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["redis-server"]
