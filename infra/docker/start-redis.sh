#!/bin/sh
# Starts Redis with a password that stands in no list of processes: it reads the setting from its standard input. The
# password is that of redis-cli, or in a file.
set -eu
password=${REDISCLI_AUTH:-}
if [ -n "${REDIS_PASSWORD_FILE:-}" ]; then password=$(cat "$REDIS_PASSWORD_FILE"); fi
if [ -z "$password" ]; then
  echo 'Redis needs a password: REDIS_PASSWORD is empty' >&2
  exit 1
fi
exec docker-entrypoint.sh redis-server "$@" - <<END
requirepass $password
END
