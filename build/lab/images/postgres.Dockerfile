# The real PostgreSQL, for versions that Debian does not have, out of the
# artifact that carries its server; Debian's client beside it.
ARG BASE
FROM ${BASE}
ARG MAJOR
RUN groupadd --gid 999 postgres && useradd --uid 999 --gid postgres --home-dir /var/lib/postgresql --shell /bin/bash --create-home postgres \
    && apt-get update && apt-get install -y --no-install-recommends locales postgresql-client unzip xz-utils && localedef -i en_US -f UTF-8 en_US.UTF-8 && rm -rf /var/lib/apt/lists/*
RUN --mount=from=tool,target=/tool mkdir -p /usr/lib/postgresql/$MAJOR && unzip -p /tool/*.jar '*.txz' | tar -xJ -C /usr/lib/postgresql/$MAJOR --no-same-owner \
    && ln -s /usr/lib/postgresql/$MAJOR/bin/* /usr/local/bin/ && postgres --version | grep -q " $MAJOR\." \
    && sed -i "s/^#*listen_addresses.*/listen_addresses = '*'/; s/^#*unix_socket_directories.*/unix_socket_directories = '\/run\/postgresql'/" /usr/lib/postgresql/$MAJOR/share/postgresql/postgresql.conf.sample \
    && mkdir -p /docker-entrypoint-initdb.d /var/lib/postgresql/data /run/postgresql \
    && chown -R postgres:postgres /var/lib/postgresql /run/postgresql && chmod 3777 /run/postgresql && chmod 1777 /var/lib/postgresql/data
COPY --chmod=755 postgres.sh /usr/local/bin/docker-entrypoint.sh
ENV LANG=en_US.utf8 PG_MAJOR=${MAJOR} PGDATA=/var/lib/postgresql/data
VOLUME /var/lib/postgresql/data
EXPOSE 5432
STOPSIGNAL SIGINT
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
