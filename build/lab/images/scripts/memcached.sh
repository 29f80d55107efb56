#!/bin/sh
# As the official image's: an option alone is one of Memcached's.
set -e
[ "${1#-}" = "$1" ] || set -- memcached "$@"
exec "$@"
