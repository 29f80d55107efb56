#!/usr/bin/env bash
# package_test.sh: holds the newest .rpm against the .deb of the same build: the same
# files, and the names by which Fedora and openSUSE know what it needs. It needs
# rpm and dpkg-deb, and says so where one is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
for tool in rpm dpkg-deb; do
    command -v "$tool" >/dev/null || { echo "package: the .rpm was not looked at: $tool is missing"; exit 0; }
done
deb=$(ls -t build/bin/aipack_*.deb | head -1)
rpm=$(ls -t build/bin/aipack-*.rpm | head -1)
files() { grep -v '/$' | sed 's|^\./|/|' | LC_ALL=C sort; }
differ=$(diff <(dpkg-deb --fsys-tarfile "$deb" | tar -t | files) <(rpm -qpl "$rpm" 2>/dev/null | files)) || {
    printf 'package: %s and %s hold different files:\n%s\n' "$deb" "$rpm" "$differ"
    exit 1
}
for need in gtk3 webkit2gtk4.1; do
    rpm -qp --requires "$rpm" 2>/dev/null | grep -q "$need" || { echo "package: $rpm does not ask for $need"; exit 1; }
done
echo "package: $rpm holds the files of the .deb"
