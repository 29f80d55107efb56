#!/bin/bash
# What the official image's entrypoint does with an empty data folder: the
# system's tables, root, the user and database of MARIADB_* (or MYSQL_*), one
# user for the health check, the scripts of docker-entrypoint-initdb.d.
# VAR_FILE names a file that holds VAR.
set -eu
[ "${1#-}" = "$1" ] || set -- mariadbd "$@"
case $1 in mariadbd | mysqld) ;; *) exec "$@" ;; esac
data=/var/lib/mysql
if [ "$(id -u)" = 0 ]; then
    mkdir -p "$data" /run/mysqld
    chown mysql:mysql "$data" /run/mysqld
    exec setpriv --reuid=mysql --regid=mysql --init-groups "$0" "$@"
fi
[ ! -d "$data/mysql" ] || exec "$@"

value() { # NAME: of MARIADB_NAME, MYSQL_NAME, or of their files
    local name file
    for name in "MARIADB_$1" "MYSQL_$1"; do
        file=${name}_FILE
        if [ -n "${!file:-}" ]; then cat "${!file}"; return; fi
        if [ -n "${!name:-}" ]; then printf '%s' "${!name}"; return; fi
    done
}
quoted() { # as a string of SQL
    local s=${1//\\/\\\\}
    printf "'%s'" "${s//\'/\\\'}"
}
root=$(value ROOT_PASSWORD)
if [ -z "$root" ] && [ -n "$(value RANDOM_ROOT_PASSWORD)" ]; then
    root=$(head -c 24 /dev/urandom | base64)
    echo "mariadb: GENERATED ROOT PASSWORD: $root" >&2
fi
if [ -z "$root" ] && [ -z "$(value ALLOW_EMPTY_PASSWORD)$(value ALLOW_EMPTY_ROOT_PASSWORD)" ]; then
    echo 'mariadb: the database is not initialised and none of MARIADB_ROOT_PASSWORD, MARIADB_ALLOW_EMPTY_ROOT_PASSWORD, MARIADB_RANDOM_ROOT_PASSWORD is set' >&2
    exit 1
fi
user=$(value USER) password=$(value PASSWORD) database=$(value DATABASE)
well=$(head -c 24 /dev/urandom | base64)

cp -a /usr/share/mariadb-empty/. "$data"
printf '[mariadb-client]\nport=3306\nsocket=/run/mysqld/mysqld.sock\nuser=healthcheck\npassword=%s\nprotocol=tcp\n' "$well" >"$data/.my-healthcheck.cnf"
{ # one statement a line
    echo 'FLUSH PRIVILEGES;'
    echo "SET PASSWORD FOR root@localhost = PASSWORD($(quoted "$root"));"
    echo "CREATE USER root@$(quoted "${MARIADB_ROOT_HOST:-${MYSQL_ROOT_HOST:-%}}") IDENTIFIED BY $(quoted "$root");"
    echo "GRANT ALL ON *.* TO root@$(quoted "${MARIADB_ROOT_HOST:-${MYSQL_ROOT_HOST:-%}}") WITH GRANT OPTION;"
    for host in 127.0.0.1 ::1 localhost; do
        echo "CREATE USER healthcheck@'$host' IDENTIFIED BY $(quoted "$well");"
    done
    [ -z "$database" ] || echo "CREATE DATABASE \`${database//\`/\`\`}\`;"
    if [ -n "$user" ] && [ -n "$password" ]; then
        echo "CREATE USER $(quoted "$user")@'%' IDENTIFIED BY $(quoted "$password");"
        [ -z "$database" ] || echo "GRANT ALL ON \`$(sed 's/[_%\\]/\\&/g; s/`/``/g' <<<"$database")\`.* TO $(quoted "$user")@'%';"
    fi
} | mariadbd --bootstrap --datadir="$data" --skip-networking >&2

scripts=(/docker-entrypoint-initdb.d/*)
if [ -e "${scripts[0]}" ]; then
    "$@" --skip-networking --socket=/run/mysqld/mysqld.sock &
    server=$!
    ask=(mariadb --protocol=socket -uroot ${root:+-p"$root"} ${database:+"$database"})
    for _ in $(seq 300); do
        ! echo 'SELECT 1' | mariadb --protocol=socket -uroot ${root:+-p"$root"} >/dev/null 2>&1 || break
        sleep 0.1
    done
    for f in "${scripts[@]}"; do
        echo "mariadb: running $f" >&2
        case $f in
        *.sh) if [ -x "$f" ]; then "$f"; else . "$f"; fi ;;
        *.sql) "${ask[@]}" <"$f" ;;
        *.sql.gz) gunzip -c "$f" | "${ask[@]}" ;;
        esac
    done
    kill "$server" && wait "$server"
fi
exec "$@"
