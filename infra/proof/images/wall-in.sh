#!/bin/sh
# Runs a service as its container does, without one: another user, a read-only file system, nothing of the project but
# what was collected for it, and /tmp alone to write to. Called inside a mount namespace of its own, so nothing of this
# outlives the process:  unshare --mount wall-in.sh ROOT APP NODE_FOLDER WORKDIR PROGRAM...
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
