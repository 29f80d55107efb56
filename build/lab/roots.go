package main

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// label marks an image as made here, so that nobody takes it for the real one.
const label = "org.aipack.stand-in"

//go:embed rootfs.sh
var rootScript string

// debian makes a release's root file system and pushes it: this machine's own
// release out of the packages that it has installed, which takes two seconds,
// another one from the mirror that this machine is told of.
func (l lab) debian(ctx context.Context, repository, own, suite string, env []string) error {
	work, err := os.MkdirTemp(l.dir, "root-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	tar := filepath.Join(work, "root.tar")
	if suite == release() {
		err = run(ctx, "", nil, "bash", "-c", rootScript, "rootfs.sh", tar)
	} else {
		err = bootstrap(ctx, suite, work, tar)
	}
	if err != nil {
		return err
	}
	return l.push(repository, own, suite, tar, env)
}

// bootstrap makes a root file system of what a Debian image without extras
// has, and the certificates that this machine trusts.
func bootstrap(ctx context.Context, suite, work, out string) error {
	list, err := sources(suite)
	if err != nil {
		return err
	}
	file := filepath.Join(work, "debian.sources")
	if err := os.WriteFile(file, []byte(list), 0o644); err != nil {
		return err
	}
	args := []string{"--mode=root", "--variant=minbase", "--include=ca-certificates,tzdata", "--dpkgopt=force-unsafe-io", "--skip=check/empty"}
	for _, docs := range []string{"man", "doc", "info", "locale", "lintian"} {
		args = append(args, "--dpkgopt=path-exclude=/usr/share/"+docs+"/*")
	}
	// A mirror may lag behind; where this machine takes it as it is, its images do.
	if b, err := output(ctx, "", "apt-config", "dump", "Acquire::Check-Valid-Until"); err == nil && strings.Contains(string(b), `"false"`) {
		args = append(args, `--aptopt=Acquire::Check-Valid-Until "false"`)
	}
	own, _ := filepath.Glob("/usr/local/share/ca-certificates/*")
	if len(own) > 0 {
		args = append(args, "--customize-hook=copy-in "+strings.Join(own, " ")+" /usr/local/share/ca-certificates",
			`--customize-hook=chroot "$1" update-ca-certificates`)
	}
	return run(ctx, "", nil, "mmdebstrap", append(args, suite, out, file)...)
}

// sources is this machine's list of Debian's mirrors, for another release.
// The unstable one has no updates beside it.
func sources(suite string) (string, error) {
	const list = "/etc/apt/sources.list.d/debian.sources"
	b, err := os.ReadFile(list)
	if err != nil {
		return "", fmt.Errorf("reading where Debian's mirror is: %w", err)
	}
	text := strings.ReplaceAll(string(b), release(), suite)
	if suite == "sid" {
		text, _, _ = strings.Cut(text, "\n\n")
		text = strings.ReplaceAll(text, " sid-updates", "")
	}
	return text, nil
}

// release is the name of this machine's Debian.
var release = sync.OnceValue(func() string {
	out, err := exec.Command("bash", "-c", `. /etc/os-release && echo "$VERSION_CODENAME"`).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
})

// push makes an image of a root file system.
func (l lab) push(repository, own, suite, tar string, env []string) error {
	layer, err := tarball.LayerFromFile(tar, tarball.WithMediaType(types.OCILayer), tarball.WithCompressionLevel(1), tarball.WithCompressedCaching)
	if err != nil {
		return err
	}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	if image, err = mutate.AppendLayers(image, layer); err != nil {
		return err
	}
	have, err := image.ConfigFile()
	if err != nil {
		return err
	}
	cfg := have.DeepCopy()
	cfg.OS, cfg.Architecture = "linux", "amd64"
	cfg.Config.Env = env
	cfg.Config.Cmd = []string{"bash"}
	cfg.Config.Labels = map[string]string{label: "made from Debian's packages (" + suite + ")"}
	if image, err = mutate.ConfigFile(image, cfg); err != nil {
		return err
	}
	ref, err := name.NewTag(l.place.registry+"/"+repository+":"+own, name.Insecure)
	if err != nil {
		return err
	}
	return remote.Write(ref, image)
}
