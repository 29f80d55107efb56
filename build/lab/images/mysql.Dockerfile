# Debian's MySQL as docker-library/mysql has it: data in /var/lib/mysql, no
# configuration but where its socket is.
ARG BASE
FROM ${BASE}
ARG VERSION
RUN groupadd --gid 999 mysql && useradd --uid 999 --gid mysql --home-dir /var/lib/mysql --shell /usr/sbin/nologin --no-create-home mysql \
    && printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d \
    && apt-get update && apt-get install -y --no-install-recommends mysql-server-core mysql-client-core mysql-client gzip && rm -rf /var/lib/apt/lists/* /usr/sbin/policy-rc.d \
    && mysqld --version | grep -q " $VERSION\." \
    && rm -rf /var/lib/mysql /etc/mysql/mysql.conf.d /etc/mysql/conf.d && mkdir -p /var/lib/mysql /var/lib/mysql-files /run/mysqld /etc/mysql/conf.d /docker-entrypoint-initdb.d \
    && printf '[mysqld]\nskip-host-cache\nskip-name-resolve\ndatadir=/var/lib/mysql\nsocket=/var/run/mysqld/mysqld.sock\nsecure-file-priv=/var/lib/mysql-files\npid-file=/var/run/mysqld/mysqld.pid\n[client]\nsocket=/var/run/mysqld/mysqld.sock\n!includedir /etc/mysql/conf.d/\n' \
        | sed 's/^skip-host-cache/host_cache_size=0/' >/tmp/my.cnf && rm -f /etc/mysql/my.cnf && mv /tmp/my.cnf /etc/mysql/my.cnf \
    && chown -R mysql:mysql /var/lib/mysql /var/lib/mysql-files /run/mysqld && chmod 1777 /run/mysqld /var/lib/mysql
# The system's tables are the same each time: made here, they are copied at the
# start, less what tells one server from another.
RUN mkdir /usr/share/mysql-empty && chown mysql:mysql /usr/share/mysql-empty \
    && setpriv --reuid=mysql --regid=mysql --init-groups mysqld --initialize-insecure --datadir=/usr/share/mysql-empty 2>/dev/null \
    && rm /usr/share/mysql-empty/auto.cnf
COPY --chmod=755 mysql.sh /usr/local/bin/docker-entrypoint.sh
VOLUME /var/lib/mysql
EXPOSE 3306 33060
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["mysqld"]
