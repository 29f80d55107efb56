#!/usr/bin/env bash
# package.sh VERSION: makes build/bin/aipack_*.deb and aipack-*.rpm of what was built, with
# llama.cpp's libraries (make llama) in /usr/lib/aipack/llama and the licences of
# everything in it. Packages for other systems take theirs from
#   LLAMA_GATHER_TO=FOLDER build/llama/gather.sh darwin arm64   (Contents/Frameworks)
#   LLAMA_GATHER_TO=FOLDER build/llama/gather.sh win32 x64      (lib\llama beside aipack.exe)
# which npm ci --os --cpu fetches by the hashes of build/llama/package-lock.json.
# CUDA's backend is not in the package: it is four times as large as all the
# rest, and Vulkan serves the same cards. docs/MODELS.md says how to add it.
set -euo pipefail
cd "$(dirname "$0")/.."
nfpm_version=v2.43.4
nfpm=$PWD/build/tools/nfpm-$nfpm_version
if [ ! -x "$nfpm" ]; then
    echo "building nfpm $nfpm_version (once)"
    GOFLAGS= GOBIN=$PWD/build/tools go install "github.com/goreleaser/nfpm/v2/cmd/nfpm@$nfpm_version"
    mv build/tools/nfpm "$nfpm"
fi
go run ./build/licences -texts -o build/bin/THIRD_PARTY.md
rm -rf build/bin/manual
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || date +%s) go run -tags headless,engine,manual -ldflags "-X main.version=$1" . build/bin/manual
gzip -9n build/bin/manual/man1/*.1
# A Debian version begins with a digit; a bare commit gets a zero before it.
version=${1#v}
case $version in [0-9]*.*) ;; *) version=0.0.0+$version ;; esac
VERSION=$version ARCH=$(go env GOARCH) "$nfpm" package --config build/nfpm.yaml --packager deb --target build/bin/
# A version of rpm has no dash: what git counts since a tag comes after that tag.
VERSION=${version//-/.} ARCH=$(go env GOARCH) "$nfpm" package --config build/nfpm.yaml --packager rpm --target build/bin/
build/package_test.sh

# What was packed works where it was unpacked: a whole detection with a model of
# random weights, by the package's own program and libraries.
deb=$(ls -t build/bin/aipack_*.deb | head -1)
if command -v dpkg-deb >/dev/null; then
    at=$(mktemp -d)
    trap 'rm -rf "$at"' EXIT
    dpkg-deb -x "$deb" "$at"
    mkdir "$at/models"
    go run ./build/tinymodel "$at/models/random.gguf"
    env -u LLAMA_LIB_DIR AIPACK_MODELS="$at/models" "$at/usr/bin/aipack" detect --mode llm --provider embedded \
        testdata/repos/single/python-stdlib >"$at/said" 2>&1 || { cat "$at/said"; exit 1; }
    bash -n "$at/usr/share/bash-completion/completions/aipack"
    [ "$(ls "$at/usr/share/man/man1" | wc -l)" -gt 25 ] || { echo "package: manual pages are missing"; exit 1; }
    grep -q 'embedded own:random.gguf: [1-9]' "$at/said" || { cat "$at/said"; echo "package: the model was not asked"; exit 1; }
    echo "package: $deb holds a program, libraries and a worker that detect with a model"
fi
