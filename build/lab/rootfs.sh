#!/usr/bin/env bash
# rootfs.sh OUT.tar: a small Debian out of the packages that this machine has
# installed: the essential ones, apt and the certificates. No network needed.
set -euo pipefail
out=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

essential=$(dpkg-query -Wf '${Package} ${Essential}\n' | awk '$2 == "yes" { print $1 }')
# awk is a name that several packages provide.
# shellcheck disable=SC2046,SC2086
apt-cache depends --recurse --installed --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances \
    $essential $(dpkg-query -Wf '${Package} ${db:Status-Status}\n' mawk gawk 2>/dev/null | awk '$2 == "installed" { print $1 }') apt debian-archive-keyring ca-certificates |
    grep -E '^[a-z0-9]' | sed 's/:.*//' | sort -u | xargs dpkg-query -Wf '${Package} ${Status}\n' 2>/dev/null |
    awk '/ok installed/ { print $1 }' | sort -u >"$work/packages" || true

# Their files, less documentation, and what maintainer scripts made.
xargs dpkg -L <"$work/packages" 2>/dev/null | grep '^/' |
    grep -vE '^/usr/share/(doc|man|info|locale|lintian|bug|linda)/|^/(tmp|proc|sys|dev)(/|$)' >"$work/files" || true
for f in /bin /sbin /lib /lib64 /lib32 /libx32 /etc/nsswitch.conf \
    /etc/debian_version /etc/os-release /etc/ld.so.cache /etc/shells /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list /etc/ca-certificates.conf; do
    if [ -e "$f" ] || [ -L "$f" ]; then echo "$f"; fi
done >>"$work/files"
find /etc/alternatives /etc/ssl/certs /usr/local/share/ca-certificates /usr/share/ca-certificates /etc/pam.d >>"$work/files" 2>/dev/null || true
find /usr/bin /usr/sbin /usr/share/perl -maxdepth 1 -type l -lname '/etc/alternatives/*' >>"$work/files"

# dpkg's own memory, cut down to those packages.
root=$work/extra
mkdir -p "$root"/var/lib/dpkg/{info,updates,alternatives} "$root"/{tmp,proc,sys,dev,run,root,home,opt,srv} \
    "$root"/usr/local/{bin,sbin,lib,share,include,src} \
    "$root"/var/cache/apt/archives/partial "$root"/var/lib/apt/lists/partial
chmod 1777 "$root/tmp"
# Nothing here must outlive a power cut: unpacking need not wait for the disk.
mkdir -p "$root/etc/dpkg/dpkg.cfg.d" && echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/unsafe-io"
awk -v wanted="$work/packages" '
    BEGIN { while ((getline name < wanted) > 0) keep[name] = 1; RS = ""; ORS = "\n\n" }
    { split($0, line, "\n"); name = line[1]; sub(/^Package: /, "", name); if (name in keep) print }' /var/lib/dpkg/status >"$root/var/lib/dpkg/status"
: >"$root/var/lib/dpkg/available"
while read -r name; do
    cp -p /var/lib/dpkg/info/"$name".* /var/lib/dpkg/info/"$name":*.* "$root/var/lib/dpkg/info/" 2>/dev/null || true
done <"$work/packages"
cp -p /var/lib/dpkg/info/format "$root/var/lib/dpkg/info/" 2>/dev/null || true
cp -p /var/lib/dpkg/alternatives/* "$root/var/lib/dpkg/alternatives/" 2>/dev/null || true
if [ -d /var/lib/pam ]; then cp -a /var/lib/pam "$root/var/lib/"; fi

# The users are Debian's own: those of this machine are none of an image's.
mkdir -p "$root/etc"
(cat /usr/share/base-passwd/passwd.master && echo "_apt:*:42:65534::/nonexistent:/usr/sbin/nologin") | awk -F: -v OFS=: '{ $2 = "x"; print }' >"$root/etc/passwd"
awk -F: -v OFS=: '{ $2 = "x"; print }' /usr/share/base-passwd/group.master >"$root/etc/group"
awk -F: '{ print $1 ":*:19000:0:99999:7:::" }' "$root/etc/passwd" >"$root/etc/shadow"
awk -F: '{ print $1 ":*::" }' "$root/etc/group" >"$root/etc/gshadow"
chmod 640 "$root/etc/shadow" "$root/etc/gshadow"
chgrp shadow "$root/etc/shadow" "$root/etc/gshadow"

# A layer that carries /lib as a folder would replace the link to usr/lib and
# every program would stop: say usr/lib throughout.
sort -u "$work/files" | while IFS= read -r f; do
    if [ -e "$f" ] || [ -L "$f" ]; then printf '%s\n' "${f#/}"; fi
done | sed -E 's,^(bin|sbin|lib|lib64|lib32|libx32)/,usr/\1/,' | grep -v '^$' | sort -u >"$work/list"
mkdir "$work/fs"
tar --no-recursion --numeric-owner -C / -cf - -T "$work/list" | tar --numeric-owner -xpf - -C "$work/fs"
cp -a "$root"/. "$work/fs/"
tar --numeric-owner --sort=name -C "$work/fs" -cf "$out" .
