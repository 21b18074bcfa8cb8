#!/bin/sh
# This script runs the given program, which is a node of the Redis Cluster, and keeps the node together with the others.
set -eu
if [ -n "${REDIS_PASSWORD_FILE:-}" ]; then
  REDISCLI_AUTH=$(cat "$REDIS_PASSWORD_FILE")
  export REDISCLI_AUTH
fi
form_cluster=$(dirname "$0")/form-cluster.sh
# The program replaces this shell and keeps its number.
(
  while sleep 5 && kill -0 $$ 2>/dev/null; do
    # A complete cluster needs a look twice a minute.
    if sh "$form_cluster"; then sleep 25; fi
  done
) &
exec "$@"
