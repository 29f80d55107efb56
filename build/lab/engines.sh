#!/usr/bin/env bash
# Proves and previews through Debian's own Docker (its embedded BuildKit is an
# old one) and podman, and proves in a builder that stands in a container of
# Docker's. The engines are started by hand, with everything in a folder of their
# own, pull from the lab's registry, and are ended afterwards. With the argument
# "preview" it is Docker's previews of what the lab built alone, with "compose" the
# exported folders alone that compose starts in Docker: one of ours, and those of
# the applications that AIPACK_COMPOSE_OF names, with commas between.
set -euo pipefail
cd "$(dirname "$0")/../.."
engines=(docker podman)
[ "${1:-}" != preview ] && [ "${1:-}" != compose ] || engines=(docker)

lab=${AIPACK_BUILDER:-$(go run ./build/lab up | tail -1)}
missing=()
command -v dockerd >/dev/null || missing+=(docker.io iptables)
[[ ${engines[*]} != *podman* ]] || command -v podman >/dev/null || missing+=(podman)
[ "${1:-}" = preview ] || command -v docker-compose >/dev/null || missing+=(docker-compose)
if [ ${#missing[@]} -gt 0 ]; then
    build/apt.sh "${missing[@]}"
fi
lab_state=$(dirname "${lab#unix://}")
registry=$(sed -n '/mirrors = /{s/.*\["\(.*\)"\].*/\1/p;q}' "$lab_state/buildkitd.toml")
state=$(mktemp -d /tmp/aipack-engines-XXXXXX)
started=()
cleanup() {
    for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    grep -o " $state/[^ ]*" /proc/mounts | sort -r | xargs -r umount 2>/dev/null || true
    rm -rf "$state"
}
trap cleanup EXIT

cat >"$state/daemon.json" <<JSON
{"data-root": "$state/docker", "exec-root": "$state/exec", "pidfile": "$state/docker.pid", "bip": "10.89.78.1/24",
 "hosts": ["unix://$state/docker.sock"], "registry-mirrors": ["http://$registry"]}
JSON
dockerd --config-file "$state/daemon.json" >"$state/docker.log" 2>&1 </dev/null &
started+=($!)
if [[ ${engines[*]} == *podman* ]]; then
    # crun fails on hybrid cgroups, and limits may not be raised everywhere.
    cat >"$state/containers.conf" <<CONF
[containers]
default_ulimits = ["nofile=1024:4096", "nproc=1024:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
CONF
    CONTAINERS_CONF=$state/containers.conf podman --root "$state/podman" --runroot "$state/podman-run" \
        system service --time 0 "unix://$state/podman.sock" >"$state/podman.log" 2>&1 </dev/null &
    started+=($!)
fi
for name in "${engines[@]}"; do
    for _ in $(seq 100); do [ -S "$state/$name.sock" ] && break; sleep 0.2; done
    [ -S "$state/$name.sock" ] || { echo "$name does not start:"; tail -20 "$state/$name.log"; exit 1; }
done

failed=0
prove() { AIPACK_BUILDER=$1 go test -tags headless,lab -count 1 -timeout 20m -run "$2" -v ./backend/prove || failed=1; }
preview() { AIPACK_ENGINE=unix://$state/$1.sock AIPACK_BUILDER=$2 go test -tags docker -count 1 -timeout 20m -v ./backend/prove/preview || failed=1; }
window() {
    if [ -x build/bin/aipack-dev ]; then
        AIPACK_ENGINE=unix://$state/docker.sock AIPACK_BUILDER=$lab frontend/e2e/run.sh prove || failed=1
    else
        echo "not run: make e2e builds the window for tests"
        [ -z "${CI:-}" ] || failed=1
    fi
}
# Compose 2 is built from its module, outside of ours, and kept with the lab; its
# module is left as it is, because what it replaces is not ours to repeat.
compose() {
    local version=v2.40.3 second=$lab_state/docker-compose-v2 source
    if [ ! -x "$second-$version" ]; then
        source=$(cd / && go mod download -json "github.com/docker/compose/v2@$version" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
        (cd "$source" && CGO_ENABLED=0 GOFLAGS=-mod=readonly go build -trimpath -ldflags "-s -w" -o "$second-$version" ./cmd) || { failed=1; return; }
    fi
    # Debian's client comes first: a newer one wants a plug-in to build with BuildKit.
    (cd tests && PATH=/usr/bin:$PATH DOCKER_HOST=unix://$state/docker.sock AIPACK_COMPOSE=docker-compose,$second-$version \
        go test -tags headless,docker -count 1 -timeout 40m -run TestCompose -v .) || failed=1
}
if [ "${1:-}" = compose ]; then compose; exit $failed; fi
echo "== previews in Docker, built by the lab"
preview docker "$lab"
echo "== the window's preview, in Docker, built by the lab"
window
if [ "${1:-}" = preview ]; then exit $failed; fi
echo "== proofs through Docker's own BuildKit"
prove "docker+unix://$state/docker.sock" 'TestProvesANodeProject|TestBrowserLooks|TestOldBuilder'
echo "== previews in Docker, built by Docker"
preview docker "docker+unix://$state/docker.sock"
echo "== an exported folder, started by compose"
compose
echo "== previews in podman, built by the lab"
preview podman "$lab"
echo "== a builder in a container of Docker's"
# As docker buildx starts it (docker-container://), made of the lab's own BuildKit.
mkdir "$state/builder"
cp "$lab_state"/buildkitd-v* "$state/builder/buildkitd"
(cd "$(go list -m -f '{{.Dir}}' github.com/moby/buildkit)" && CGO_ENABLED=0 GOFLAGS=-mod=readonly go build -trimpath -o "$state/builder/buildctl" ./cmd/buildctl)
sed -n '/^\[registry/,$p' "$lab_state/buildkitd.toml" >"$state/builder/buildkitd.toml"
cat >"$state/builder/Dockerfile" <<'DOCKERFILE'
FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends runc ca-certificates && rm -rf /var/lib/apt/lists/*
COPY buildkitd buildctl /usr/local/bin/
COPY buildkitd.toml /etc/buildkit/buildkitd.toml
VOLUME /var/lib/buildkit
ENTRYPOINT ["buildkitd"]
DOCKERFILE
export DOCKER_HOST=unix://$state/docker.sock
DOCKER_BUILDKIT=0 docker build -q --network host -t aipack-builder "$state/builder" >/dev/null
# What --privileged gives, less what this machine itself may not do.
docker run -d --network host --cap-add ALL --cap-drop SYS_RESOURCE --security-opt seccomp=unconfined --security-opt apparmor=unconfined \
    --security-opt systempaths=unconfined --device-cgroup-rule 'a *:* rwm' -v /sys/fs/cgroup:/sys/fs/cgroup --name aipack-builder aipack-builder >/dev/null
prove docker-container://aipack-builder 'TestProvesANodeProject|TestFixOfTheWrongPort|TestCancelling'
exit $failed
