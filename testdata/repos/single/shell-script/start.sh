#!/usr/bin/env bash
# Serves a page per request: no more than a shell and socat can do.
set -euo pipefail

answer() {
  local path
  read -r _ path _
  case $path in
    /health) printf 'HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nok\n' ;;
    *) printf 'HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\n' && cat "${PAGES:-pages}/index.txt" ;;
  esac
}

if [[ ${1:-} == answer ]]; then
  answer
  exit
fi
exec socat "TCP-LISTEN:${PORT:-8088},fork,reuseaddr" EXEC:"./start.sh answer"
