#!/bin/sh
# This script starts Redis. Redis reads the password from its standard input, so no list of processes shows it. The password
# comes from REDISCLI_AUTH, or from the file that REDIS_PASSWORD_FILE names.
set -eu
password=${REDISCLI_AUTH:-}
if [ -n "${REDIS_PASSWORD_FILE:-}" ]; then password=$(cat "$REDIS_PASSWORD_FILE"); fi
if [ -z "$password" ]; then
  echo 'Redis needs a password: REDIS_PASSWORD is empty' >&2
  exit 1
fi
exec docker-entrypoint.sh redis-server "$@" - <<END
requirepass $password
masterauth $password
END
