#!/usr/bin/env bash
# package.sh VERSION: makes build/bin/aipack_*.deb of what was built.
set -euo pipefail
cd "$(dirname "$0")/.."
nfpm_version=v2.43.4
nfpm=$PWD/build/tools/nfpm-$nfpm_version
if [ ! -x "$nfpm" ]; then
    echo "building nfpm $nfpm_version (once)"
    GOFLAGS= GOBIN=$PWD/build/tools go install "github.com/goreleaser/nfpm/v2/cmd/nfpm@$nfpm_version"
    mv build/tools/nfpm "$nfpm"
fi
# A Debian version begins with a digit; a bare commit gets a zero before it.
version=${1#v}
case $version in [0-9]*.*) ;; *) version=0.0.0+$version ;; esac
VERSION=$version ARCH=$(go env GOARCH) "$nfpm" package --config build/nfpm.yaml --packager deb --target build/bin/
