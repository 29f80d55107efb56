#!/usr/bin/env bash
# apt.sh PACKAGE...: installs Debian packages. Another apt may hold its locks:
# apt-get waits for dpkg's by itself, for that of the lists it is waited here.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
deadline=$((SECONDS + 600))
until said=$(apt-get -qq update 2>&1); do
    if ! grep -qE 'lock' <<<"$said" || ((SECONDS > deadline)); then
        printf '%s\n' "$said" >&2
        exit 1
    fi
    sleep 2
done
apt-get -qq -y -o DPkg::Lock::Timeout=600 install --no-install-recommends "$@" >/dev/null
