#!/bin/sh
# This script runs a service as in its container, but without one. The service has another user and a read-only file system, which
# holds only the files that were collected for it, and it may write to /tmp alone. Call the script in a new mount namespace, so
# that its changes end with the process:  unshare --mount wall-in.sh ROOT APP NODE_FOLDER WORKDIR PROGRAM...
set -eu
root=$1 app=$2 node=$3 workdir=$4
shift 4

mount -t tmpfs -o mode=755 tmpfs "$root"
mkdir "$root/tmp" "$root/app" "$root/node" "$root/proc" "$root/dev"

bind() {
  mkdir -p "$root$2"
  mount --bind "$1" "$root$2"
  mount -o "remount,bind,ro" "$root$2"
}
bind "$app" /app
bind "$node" /node
bind /etc /etc
for folder in /usr /bin /sbin /lib /lib32 /lib64; do
  if [ -L "$folder" ]; then ln -s "$(readlink "$folder")" "$root$folder"
  elif [ -d "$folder" ]; then bind "$folder" "$folder"
  fi
done
mount --bind /proc "$root/proc"
mount --bind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -o remount,ro "$root"

exec chroot "$root" setpriv --reuid=65532 --regid=65532 --clear-groups --no-new-privs --bounding-set=-all \
  env -C "$workdir" PATH=/node:/usr/bin:/bin "$@"
