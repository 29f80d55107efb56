#!/bin/bash
# What the official image's entrypoint does with an empty data folder: root,
# the user and database of MYSQL_*, the scripts of docker-entrypoint-initdb.d.
# VAR_FILE names a file that holds VAR.
set -eu
[ "${1#-}" = "$1" ] || set -- mysqld "$@"
[ "$1" = mysqld ] || exec "$@"
data=/var/lib/mysql
if [ "$(id -u)" = 0 ]; then
    mkdir -p "$data" /run/mysqld
    chown mysql:mysql "$data" /run/mysqld
    exec setpriv --reuid=mysql --regid=mysql --init-groups "$0" "$@"
fi
[ ! -d "$data/mysql" ] || exec "$@"

value() { # NAME: of MYSQL_NAME, or of its file
    local name=MYSQL_$1 file=MYSQL_$1_FILE
    if [ -n "${!file:-}" ]; then cat "${!file}"; else printf '%s' "${!name:-}"; fi
}
quoted() { # as a string of SQL
    local s=${1//\\/\\\\}
    printf "'%s'" "${s//\'/\\\'}"
}
root=$(value ROOT_PASSWORD)
if [ -z "$root" ] && [ -n "$(value RANDOM_ROOT_PASSWORD)" ]; then
    root=$(head -c 24 /dev/urandom | base64)
    echo "mysql: GENERATED ROOT PASSWORD: $root" >&2
fi
if [ -z "$root" ] && [ -z "$(value ALLOW_EMPTY_PASSWORD)" ]; then
    echo 'mysql: the database is not initialised and none of MYSQL_ROOT_PASSWORD, MYSQL_ALLOW_EMPTY_PASSWORD, MYSQL_RANDOM_ROOT_PASSWORD is set' >&2
    exit 1
fi
user=$(value USER) password=$(value PASSWORD) database=$(value DATABASE)

case $* in
*lower[-_]case[-_]table[-_]names*) "$@" --initialize-insecure >&2 ;; # has to be known from the first
*) cp -a /usr/share/mysql-empty/. "$data" ;;
esac
first=/run/mysqld/first.sql # what the server does before it listens, one statement a line
(
    umask 077
    {
        host=$(quoted "${MYSQL_ROOT_HOST:-%}")
        echo "ALTER USER root@localhost IDENTIFIED BY $(quoted "$root");"
        [ "$host" = "'localhost'" ] || echo "CREATE USER root@$host IDENTIFIED BY $(quoted "$root");"
        [ "$host" = "'localhost'" ] || echo "GRANT ALL ON *.* TO root@$host WITH GRANT OPTION;"
        [ -z "$database" ] || echo "CREATE DATABASE \`${database//\`/\`\`}\`;"
        if [ -n "$user" ] && [ -n "$password" ]; then
            echo "CREATE USER $(quoted "$user")@'%' IDENTIFIED BY $(quoted "$password");"
            [ -z "$database" ] || echo "GRANT ALL ON \`$(sed 's/[_%\\]/\\&/g; s/`/``/g' <<<"$database")\`.* TO $(quoted "$user")@'%';"
        fi
    } >"$first"
)
scripts=(/docker-entrypoint-initdb.d/*)
[ -e "${scripts[0]}" ] || exec "$@" --init-file="$first"

"$@" --skip-networking --init-file="$first" &
server=$!
export MYSQL_PWD=$root
for _ in $(seq 300); do
    ! mysql -uroot -e 'SELECT 1' >/dev/null 2>&1 || break
    sleep 0.1
done
ask=(mysql -uroot ${database:+"$database"})
for f in "${scripts[@]}"; do
    echo "mysql: running $f" >&2
    case $f in
    *.sh) if [ -x "$f" ]; then "$f"; else . "$f"; fi ;;
    *.sql) "${ask[@]}" <"$f" ;;
    *.sql.gz) gunzip -c "$f" | "${ask[@]}" ;;
    esac
done
kill "$server" && wait "$server"
unset MYSQL_PWD
exec "$@"
