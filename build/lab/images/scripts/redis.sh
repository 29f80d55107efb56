#!/bin/sh
# Redis, or Valkey. The official images are built to be reachable without a
# password; Debian's programs have to be told. What the command line says of it
# comes later and counts.
set -eu
program=redis-server
command -v "$program" >/dev/null && [ ! -e /usr/bin/valkey-server ] || program=valkey-server
case ${1:-} in
-* | *.conf) set -- "$program" "$@" ;;
esac
case ${1:-} in redis-server | valkey-server) ;; *) exec "$@" ;; esac
if [ "$(id -u)" = 0 ]; then
    find . \! -user "${program%-server}" -exec chown "${program%-server}" '{}' +
    exec setpriv --reuid="${program%-server}" --regid="${program%-server}" --clear-groups "$0" "$@"
fi
umask 0077
server=$1
shift
case ${1:-} in
-* | '') exec "$server" --protected-mode no --bind '* -::*' "$@" ;;
*) # a configuration file comes first
    file=$1
    shift
    exec "$server" "$file" --protected-mode no "$@"
    ;;
esac
