#!/bin/bash
# The server drops to its user; whom RABBITMQ_DEFAULT_USER, _PASS and _VHOST
# name it makes itself. VAR_FILE names a file that holds VAR.
set -eu
if [ "$(id -u)" = 0 ] && [ "$1" = rabbitmq-server ]; then
    # A health check that is asked before the server stands would make the
    # cookie, as root, and the server could not read it.
    cookie=$RABBITMQ_DATA_DIR/.erlang.cookie
    [ -e "$cookie" ] || (umask 377 && head -c 18 /dev/urandom | base64 >"$cookie")
    find "$RABBITMQ_DATA_DIR" \! -user rabbitmq -exec chown rabbitmq '{}' +
    exec setpriv --reuid=rabbitmq --regid=rabbitmq --init-groups "$0" "$@"
fi
for name in RABBITMQ_DEFAULT_USER RABBITMQ_DEFAULT_PASS RABBITMQ_DEFAULT_VHOST; do
    file=${name}_FILE
    [ -z "${!file:-}" ] || export "$name=$(cat "${!file}")"
done
exec "$@"
