# Debian's PostgreSQL as docker-library/postgres has it: its programs in PATH,
# user and data where that has them; pgvector where Debian packages it.
ARG BASE
FROM ${BASE}
ARG VERSION
RUN groupadd --gid 999 postgres && useradd --uid 999 --gid postgres --home-dir /var/lib/postgresql --shell /bin/bash --create-home postgres \
    && apt-get update && apt-get install -y --no-install-recommends locales postgresql-common && echo 'create_main_cluster = false' >>/etc/postgresql-common/createcluster.conf \
    && apt-get install -y --no-install-recommends postgresql-$VERSION $(apt-cache search --names-only "^postgresql-$VERSION-pgvector\$" | cut -d' ' -f1) \
    && localedef -i en_US -f UTF-8 en_US.UTF-8 && rm -rf /var/lib/apt/lists/* && ln -s /usr/lib/postgresql/$VERSION/bin/* /usr/local/bin/ 2>/dev/null; \
    postgres --version | grep -q " $VERSION\." \
    && sed -i "s/^#*listen_addresses.*/listen_addresses = '*'/" /usr/share/postgresql/$VERSION/postgresql.conf.sample \
    && rm -rf /var/lib/postgresql/* && mkdir -p /docker-entrypoint-initdb.d /var/lib/postgresql/data /run/postgresql \
    && chown -R postgres:postgres /var/lib/postgresql /run/postgresql && chmod 3777 /run/postgresql && chmod 1777 /var/lib/postgresql/data
COPY --chmod=755 postgres.sh /usr/local/bin/docker-entrypoint.sh
ENV LANG=en_US.utf8 PG_MAJOR=${VERSION} PGDATA=/var/lib/postgresql/data PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/lib/postgresql/${VERSION}/bin
VOLUME /var/lib/postgresql/data
EXPOSE 5432
STOPSIGNAL SIGINT
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
