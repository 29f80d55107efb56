# Debian's Memcached as docker-library/memcached has it.
ARG BASE
FROM ${BASE}
ARG VERSION
RUN groupadd --gid 11211 memcache && useradd --uid 11211 --gid memcache --no-create-home --shell /usr/sbin/nologin memcache \
    && apt-get update && apt-get install -y --no-install-recommends memcached && rm -rf /var/lib/apt/lists/* \
    && memcached --version | grep -q " $VERSION\."
COPY --chmod=755 memcached.sh /usr/local/bin/docker-entrypoint.sh
USER memcache
EXPOSE 11211
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["memcached"]
