package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
	"github.com/moby/buildkit/client"
	"github.com/tonistiigi/fsutil"
	"golang.org/x/sync/errgroup"
)

// label marks an image as made here, so that nobody takes it for the real one.
const label = "org.aipack.stand-in"

// sideBySide is how many stand-ins are made at a time: one unpacks packages
// while another one loads its own.
const sideBySide = 3

// standIns makes the base images. Each images/NAME.Dockerfile becomes the
// repository NAME, "__" standing for a slash; it waits for the stand-in that it
// stands on itself.
func (l lab) standIns(ctx context.Context, only, images string) error {
	if err := l.debian(); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join("build", "lab", "images", "*.Dockerfile"))
	if err != nil {
		return err
	}
	slices.Sort(files)
	wanted, err := l.wanted(files, only, images)
	if err != nil || len(wanted) == 0 {
		return err
	}
	c, err := client.New(ctx, l.address())
	if err != nil {
		return err
	}
	defer c.Close()
	made := map[string]chan struct{}{}
	for _, s := range wanted {
		made[s.repository] = make(chan struct{})
	}
	group, ctx := errgroup.WithContext(ctx)
	slots := make(chan struct{}, sideBySide)
	for _, s := range wanted {
		group.Go(func() error {
			if below, waits := made[s.below]; waits {
				select {
				case <-below:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			select {
			case slots <- struct{}{}:
			case <-ctx.Done():
				return ctx.Err()
			}
			defer func() { <-slots }()
			l.say("making the stand-in for %s", s.repository)
			if err := l.standIn(ctx, c, s); err != nil {
				return fmt.Errorf("stand-in for %s: %w", s.repository, err)
			}
			close(made[s.repository])
			return mark(s.marker, s.file)
		})
	}
	return group.Wait()
}

// standIn is one base image to make.
type standIn struct {
	repository string // library/NAME's name
	file       string // its Dockerfile
	content    string // what the Dockerfile says
	below      string // the repository of its own base image
	marker     string // where the lab writes down what the image was made from
}

// wanted gives the stand-ins that are not there yet, or the one that is to be
// made again.
func (l lab) wanted(files []string, only, images string) ([]standIn, error) {
	var out []standIn
	for _, f := range files {
		repository := strings.ReplaceAll(strings.TrimSuffix(filepath.Base(f), ".Dockerfile"), "__", "/")
		marker := l.path("image-" + filepath.Base(f))
		if images != "" && !slices.Contains(strings.Split(images, ","), repository) {
			continue
		}
		if only != "" && only != repository || only == "" && l.has("library/"+repository) && madeFrom(marker, f) {
			continue
		}
		content, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		var below string
		for line := range strings.Lines(string(content)) {
			if from, ok := strings.CutPrefix(line, "FROM "); ok {
				below, _, _ = strings.Cut(from, ":")
				break
			}
		}
		out = append(out, standIn{repository, f, string(content), below, marker})
	}
	return out, nil
}

// has reports whether the registry holds a stand-in.
func (l lab) has(repository string) bool {
	ref, err := name.NewTag(registryAddress+"/"+repository+":"+standInTag, name.Insecure)
	if err != nil {
		return false
	}
	_, err = remote.Head(ref)
	return err == nil
}

// debian pushes the root file system as library/debian.
func (l lab) debian() error {
	if l.has("library/debian") && newer(l.path("image-debian"), l.path("debian.tar")) {
		return nil
	}
	layer, err := tarball.LayerFromFile(l.path("debian.tar"), tarball.WithMediaType(types.OCILayer), tarball.WithCompressionLevel(1))
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
	cfg.Config.Env = []string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
	cfg.Config.Cmd = []string{"bash"}
	cfg.Config.Labels = map[string]string{label: "made from this machine's Debian packages"}
	if image, err = mutate.ConfigFile(image, cfg); err != nil {
		return err
	}
	ref, err := name.NewTag(registryAddress+"/library/debian:"+standInTag, name.Insecure)
	if err != nil {
		return err
	}
	if err := remote.Write(ref, image); err != nil {
		return err
	}
	return os.WriteFile(l.path("image-debian"), nil, 0o644)
}

// newer reports whether a file is there and younger than another.
func newer(file, than string) bool {
	a, err := os.Stat(file)
	if err != nil {
		return false
	}
	b, err := os.Stat(than)
	return err == nil && a.ModTime().After(b.ModTime())
}

// standIn builds one Dockerfile and pushes it. The machine's own Go and Node
// come in as named contexts.
func (l lab) standIn(ctx context.Context, c *client.Client, image standIn) error {
	mounts := map[string]fsutil.FS{}
	attrs := map[string]string{"filename": filepath.Base(image.file), "label:" + label: "made from Debian's packages and this machine's toolchains"}
	for _, dir := range []string{"context", "dockerfile"} {
		fs, err := fsutil.NewFS(filepath.Dir(image.file))
		if err != nil {
			return err
		}
		mounts[dir] = fs
	}
	for tool, find := range map[string]func() (string, error){"hostgo": goRoot, "hostnode": nodeModules} {
		if !strings.Contains(image.content, "from="+tool) {
			continue
		}
		dir, err := find()
		if err != nil {
			return err
		}
		fs, err := fsutil.NewFS(dir)
		if err != nil {
			return err
		}
		mounts[tool] = fs
		attrs["context:"+tool] = "local:" + tool
	}
	status := make(chan *client.SolveStatus)
	said := make(chan []string, 1)
	go func() {
		var lines []string
		for s := range status {
			for _, log := range s.Logs {
				lines = append(lines, strings.TrimSpace(string(log.Data)))
			}
		}
		said <- lines
	}()
	_, err := c.Solve(ctx, nil, client.SolveOpt{
		Frontend: "dockerfile.v0", FrontendAttrs: attrs, LocalMounts: mounts,
		Exports: []client.ExportEntry{{Type: client.ExporterImage, Attrs: map[string]string{
			"name": registryAddress + "/library/" + image.repository + ":" + standInTag, "push": "true", "registry.insecure": "true",
			"compression": "uncompressed",
		}}},
	}, status)
	lines := <-said
	if err != nil {
		return errors.Join(err, errors.New(tail(strings.Join(lines, "\n"), 80)))
	}
	return nil
}

func goRoot() (string, error) {
	b, err := exec.Command("go", "env", "GOROOT").Output()
	return strings.TrimSpace(string(b)), err
}

// nodeModules gathers node and npm in one folder: bin/node and lib/node_modules.
func nodeModules() (string, error) {
	node, err := exec.LookPath("node")
	if err != nil {
		return "", errors.New("the node stand-in is made of this machine's Node, which is not installed")
	}
	if node, err = filepath.EvalSymlinks(node); err != nil {
		return "", err
	}
	return filepath.Dir(filepath.Dir(node)), nil
}
