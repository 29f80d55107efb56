# Debian's MariaDB as MariaDB/mariadb-docker has it: no configuration but that
# it listens everywhere, data in /var/lib/mysql.
ARG BASE
FROM ${BASE}
ARG VERSION
RUN groupadd --gid 999 mysql && useradd --uid 999 --gid mysql --home-dir /var/lib/mysql --shell /usr/sbin/nologin --no-create-home mysql \
    && apt-get update && apt-get install -y --no-install-recommends mariadb-server mariadb-client gzip && rm -rf /var/lib/apt/lists/* \
    && mariadbd --version | grep -q " $VERSION\." \
    && sed -i '/^bind-address/d; /^user  *=/d' /etc/mysql/mariadb.conf.d/*.cnf \
    && printf '[mariadbd]\nhost-cache-size=0\nskip-name-resolve\n' >/etc/mysql/mariadb.conf.d/99-container.cnf \
    && rm -rf /var/lib/mysql && mkdir -p /var/lib/mysql /run/mysqld /docker-entrypoint-initdb.d && chown mysql:mysql /var/lib/mysql /run/mysqld && chmod 1777 /run/mysqld
# The system's tables are the same each time: made here, they are copied at the start.
RUN mkdir /usr/share/mariadb-empty && chown mysql:mysql /usr/share/mariadb-empty \
    && setpriv --reuid=mysql --regid=mysql --init-groups mariadb-install-db --datadir=/usr/share/mariadb-empty --auth-root-authentication-method=normal --skip-test-db \
        --cross-bootstrap --rpm --default-time-zone=SYSTEM --enforce-storage-engine= --skip-log-bin >/dev/null
COPY --chmod=755 mariadb.sh /usr/local/bin/docker-entrypoint.sh
COPY --chmod=755 mariadb-health.sh /usr/local/bin/healthcheck.sh
VOLUME /var/lib/mysql
EXPOSE 3306
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["mariadbd"]
