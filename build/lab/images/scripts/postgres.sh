#!/bin/bash
# What the official image's entrypoint does with an empty data folder: a
# cluster, the user and database of POSTGRES_*, the scripts of
# docker-entrypoint-initdb.d. VAR_FILE names a file that holds VAR.
set -eu
[ "${1#-}" = "$1" ] || set -- postgres "$@"
[ "$1" = postgres ] || exec "$@"
for want in "$@"; do
    case $want in '-?' | --help | --describe-config | -V | --version) exec "$@" ;; esac
done

if [ "$(id -u)" = 0 ]; then
    mkdir -p "$PGDATA" /run/postgresql
    chown -R postgres "$PGDATA" /run/postgresql
    exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
mkdir -p "$PGDATA" && chmod 700 "$PGDATA"
[ ! -s "$PGDATA/PG_VERSION" ] || exec "$@"

value() { # VAR [DEFAULT]: its value, or its file's
    local file=$1_FILE
    if [ -n "${!file:-}" ]; then cat "${!file}"; else printf '%s' "${!1:-${2:-}}"; fi
}
user=$(value POSTGRES_USER postgres)
password=$(value POSTGRES_PASSWORD)
database=$(value POSTGRES_DB "$user")
auth=${POSTGRES_HOST_AUTH_METHOD:-scram-sha-256}
if [ -z "$password" ] && [ "$auth" != trust ]; then
    echo 'postgres: the database is not initialised and POSTGRES_PASSWORD is not set' >&2
    exit 1
fi
declare -a more="(${POSTGRES_INITDB_ARGS:-})"
initdb --username="$user" --pwfile=<(printf '%s\n' "${password:-unused}") --auth-local=trust --auth-host="$auth" --no-sync \
    ${POSTGRES_INITDB_WALDIR:+--waldir="$POSTGRES_INITDB_WALDIR"} "${more[@]}" >&2
printf 'host all all all %s\n' "$auth" >>"$PGDATA/pg_hba.conf"

if [ "$database" != postgres ]; then # without a server, which takes less time
    printf 'CREATE DATABASE "%s"\n' "${database//\"/\"\"}" | postgres --single -j -D "$PGDATA" postgres >/dev/null
fi
scripts=(/docker-entrypoint-initdb.d/*)
if [ -e "${scripts[0]}" ]; then
    pg_ctl -D "$PGDATA" -o "-c listen_addresses=''" -w start >&2
    ask=(psql -v ON_ERROR_STOP=1 --no-psqlrc --username "$user" --dbname "$database")
    export POSTGRES_USER=$user POSTGRES_DB=$database PGPASSWORD=$password
    for f in "${scripts[@]}"; do
        echo "postgres: running $f" >&2
        case $f in
        *.sh) if [ -x "$f" ]; then "$f"; else . "$f"; fi ;;
        *.sql) "${ask[@]}" -f "$f" ;;
        *.sql.gz) gunzip -c "$f" | "${ask[@]}" ;;
        esac
    done
    unset PGPASSWORD
    pg_ctl -D "$PGDATA" -m fast -w stop >&2
fi
exec "$@"
