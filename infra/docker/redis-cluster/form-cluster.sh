#!/bin/sh
# This script makes one Redis Cluster of the servers in NODES, as in `redis-0:6379 redis-1:6379`. The first half are the first
# masters, and the others their replicas. It takes one step and ends with 1, until it finds the cluster complete and ends
# with 0. So it may run anywhere, at any time, and several times at once. It also introduces nodes whose addresses have
# changed, and makes a node that has lost its disk a replica.
#
# It cuts the slots so that every master gets lanes of REDIS_PREFIX and REDIS_LANES: with equal parts one master may have
# several lanes, and another one none. Redis-cli takes the password from REDISCLI_AUTH.
set -eu
slots=16384
# shellcheck disable=SC2086 # a list of words
set -- $NODES
count=$#
masters=$((count / 2))
prefix=${REDIS_PREFIX:-inlet}
lanes=${REDIS_LANES:-1}
steps=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf '%s\n' "$@" >"$folder/nodes"

# node NUMBER: the address of a node in NODES.
node() { sed -n "${1}p" "$folder/nodes"; }

# cli NODE WORD...: asks one node, which must answer within five seconds.
cli() {
  asked=$1
  shift
  timeout 5 redis-cli -e -h "${asked%:*}" -p "${asked##*:}" "$@" 2>/dev/null
}

step() {
  echo "redis-cluster: $1"
  steps=$((steps + 1))
}

# What a node that answers knows of the cluster: a line for each node, with its id, address, flags, master, two times,
# epoch, state of the connection, and slots.
view() { printf '%s' "$folder/view-$1"; }
id_of() { awk '$3 ~ /myself/ { print $1 }' "$(view "$1")"; }
bus_port_of() { awk '$3 ~ /myself/ { print $2 }' "$(view "$1")" | sed -E 's/^.*@([0-9]+).*$/\1/'; }
has_slots() { awk '$3 ~ /myself/ && NF > 8 { found = 1 } END { exit !found }' "$(view "$1")"; }
is_master() { awk '$3 ~ /myself/ && $3 ~ /master/ { found = 1 } END { exit !found }' "$(view "$1")"; }
sees() { awk -v id="$2" '$1 == id && $8 == "connected" { found = 1 } END { exit !found }' "$(view "$1")"; }

present=0
for number in $(seq "$count"); do
  if cli "$(node "$number")" cluster nodes >"$folder/asked" && [ -s "$folder/asked" ]; then
    mv "$folder/asked" "$(view "$number")"
    present=$((present + 1))
  fi
done
[ "$present" -gt 0 ] || exit 1
assigned=$(awk '
  { for (at = 9; at <= NF; at++) if ($at !~ /^\[/) total[FILENAME] += split($at, range, "-") == 2 ? range[2] - range[1] + 1 : 1 }
  END { for (name in total) if (total[name] > most) most = total[name]; print most + 0 }' "$folder"/view-*)

# A new cluster begins when all nodes are there. Each master gets an epoch of its own, which it takes while it knows nobody.
if [ "$assigned" = 0 ]; then
  [ "$present" = "$count" ] || exit 1
  for number in $(seq "$masters"); do cli "$(node "$number")" cluster set-config-epoch "$number" >/dev/null || :; done
fi

# meet FROM TO: introduces a node to another one that it does not see. Redis takes an address, and no name.
meet() {
  if sees "$1" "$(id_of "$2")"; then return; fi
  from=$(node "$1")
  to=$(node "$2")
  address=$(getent hosts "${to%:*}" | awk 'NR == 1 { print $1 }')
  if [ -z "$address" ]; then return; fi
  cli "$from" cluster meet "$address" "${to##*:}" "$(bus_port_of "$2")" >/dev/null
  step "$from meets $to"
}

for one in $(seq "$count"); do
  for other in $(seq "$count"); do
    if [ "$one" != "$other" ] && [ -e "$(view "$one")" ] && [ -e "$(view "$other")" ]; then meet "$one" "$other"; fi
  done
done
[ "$steps" = 0 ] || exit 1

lane_slots() {
  for lane in $(seq 0 $((lanes - 1))); do
    if [ "$lane" = 0 ]; then tag="{$prefix}"; else tag="{$prefix:$lane}"; fi
    cli "$(node 1)" cluster keyslot "$tag"
  done | sort -n
}

# The first and the last slot of each master. Each cut is half-way between two lanes. With fewer lanes than masters, or two
# lanes in one slot, the parts are equal.
ranges() {
  lane_slots | awk -v masters="$masters" -v slots="$slots" '
    { slot[NR] = $1 }
    END {
      is_equal = NR < masters
      for (at = 1; at < masters; at++) {
        before = int(at * NR / masters)
        cut[at] = int((slot[before] + slot[before + 1] + 1) / 2)
        if (slot[before] == slot[before + 1]) is_equal = 1
      }
      first = 0
      for (at = 1; at <= masters; at++) {
        next_first = at == masters ? slots : is_equal ? int(at * slots / masters) : cut[at]
        print first, next_first - 1
        first = next_first
      }
    }'
}

if [ "$assigned" -lt "$slots" ]; then
  [ "$present" = "$count" ] || exit 1
  ranges >"$folder/ranges"
  number=0
  while read -r first last; do
    number=$((number + 1))
    if has_slots "$number"; then continue; fi
    cli "$(node "$number")" cluster addslotsrange "$first" "$last" >/dev/null
    step "$(node "$number") has the slots $first to $last"
  done <"$folder/ranges"
  exit 1
fi

# A master without slots follows its partner: a replica its first master, and a master that has lost its disk the replica
# that took over.
for number in $(seq "$count"); do
  partner=$(((number - 1 + masters) % count + 1))
  if [ ! -e "$(view "$number")" ] || [ ! -e "$(view "$partner")" ]; then continue; fi
  if has_slots "$number" || ! is_master "$number" || ! has_slots "$partner"; then continue; fi
  cli "$(node "$number")" cluster replicate "$(id_of "$partner")" >/dev/null
  step "$(node "$number") follows $(node "$partner")"
done
if [ "$steps" != 0 ] || [ "$present" != "$count" ]; then exit 1; fi
for number in $(seq "$count"); do
  cli "$(node "$number")" cluster info | grep -q 'cluster_state:ok'
  # A replica that has not copied yet could not take over.
  is_master "$number" || cli "$(node "$number")" info replication | grep -q 'master_link_status:up'
done
