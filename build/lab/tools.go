package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/tonistiigi/fsutil"

	"aipack/build/lab/images"
)

const toolchainModule = "golang.org/toolchain"

// fetch lays out a stand-in's program in a folder under work and says what of
// it is wanted. The clients of the registries do it, each with this machine's
// settings and its own checks of what it got.
func fetch(ctx context.Context, tool images.Tool, work string) (fsutil.FS, error) {
	switch tool.From {
	case images.NPM:
		args := append([]string{
			"install", "--prefix", work, "--ignore-scripts", "--no-audit", "--no-fund", "--no-save",
			"--no-package-lock", "--force",
		}, tool.Packages...)
		if err := run(ctx, work, nil, "npm", args...); err != nil {
			return nil, err
		}
		return fsutil.NewFS(filepath.Join(work, "node_modules"))
	case images.Go:
		return goToolchain(ctx, tool.Packages[0], work)
	case images.Module:
		return programs(ctx, tool.Packages, work)
	case images.Maven:
		return artifacts(ctx, tool.Packages, work)
	case images.Crate:
		return crate(ctx, tool.Packages[0], work)
	case images.Python:
		dir, err := fsutil.NewFS(filepath.Join(pyenvVersions(), tool.Packages[0]))
		if err != nil {
			return nil, err
		}
		return fsutil.NewFilterFS(dir, &fsutil.FilterOpt{
			IncludePatterns: []string{"bin/python*", "include", "lib"},
			ExcludePatterns: []string{"bin/python*-config", "lib/python*/site-packages/*", "lib/python*/test", "lib/python*/config-*/*.a", "lib/*.a", "**/__pycache__"},
		})
	case images.Rust:
		dir, err := fsutil.NewFS(rustToolchains(ctx)[tool.Packages[0]])
		if err != nil {
			return nil, err
		}
		return fsutil.NewFilterFS(dir, &fsutil.FilterOpt{ExcludePatterns: []string{"share", "lib/rustlib/src", "lib/rustlib/wasm32-*"}})
	}
	return nil, fmt.Errorf("there is no way to fetch from %s", tool.From)
}

// goToolchain fetches a toolchain as the go command does for itself. The
// module's files carry no modes: what is run is put right here.
func goToolchain(ctx context.Context, version, work string) (fsutil.FS, error) {
	b, err := output(ctx, work, "env", "GOMODCACHE="+work, "GOFLAGS=-modcacherw", "go", "mod",
		"download", "-json", toolchainModule+"@v0.0.1-go"+version+".linux-amd64")
	if err != nil {
		return nil, err
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(b, &module); err != nil {
		return nil, err
	}
	err = filepath.WalkDir(module.Dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(module.Dir, p)
		mode := fs.FileMode(0o644)
		if d.IsDir() || strings.HasPrefix(rel, "bin/") || strings.HasPrefix(rel, "pkg/tool/") {
			mode = 0o755
		}
		return os.Chmod(p, mode)
	})
	if err != nil {
		return nil, err
	}
	return fsutil.NewFS(module.Dir)
}

// programs compiles the programs package@version of Go's modules, each as its
// own go.mod says; a release may replace modules of its own repository, which
// no other module may (go help install), so a module that needs them is made.
func programs(ctx context.Context, packages []string, work string) (fsutil.FS, error) {
	out := filepath.Join(work, "bin")
	if err := os.MkdirAll(out, 0o755); err != nil {
		return nil, err
	}
	for i, spec := range packages {
		dir := filepath.Join(work, fmt.Sprint(i))
		if err := os.Mkdir(dir, 0o755); err != nil {
			return nil, err
		}
		env := []string{"CGO_ENABLED=0", "GOFLAGS=-mod=mod -trimpath", "GOWORK=off"}
		name, _, _ := strings.Cut(spec, "@")
		for _, args := range [][]string{
			{"mod", "init", "wants"}, {"get", spec}, {"build", "-ldflags", "-s -w", "-o", out + "/", name},
		} {
			if err := run(ctx, dir, env, "go", args...); err != nil {
				return nil, err
			}
		}
	}
	return fsutil.NewFS(out)
}

// crate fetches the source that a crate carries.
func crate(ctx context.Context, spec, work string) (fsutil.FS, error) {
	name, version, _ := strings.Cut(spec, "@")
	major, _, _ := strings.Cut(version, ".")
	manifest := fmt.Sprintf("[package]\nname = \"wants\"\nversion = \"0.0.0\"\n[lib]\npath = \"lib.rs\"\n[dependencies]\n%s = \"%s\"\n", name, major)
	for file, content := range map[string]string{"Cargo.toml": manifest, "lib.rs": ""} {
		if err := os.WriteFile(filepath.Join(work, file), []byte(content), 0o644); err != nil {
			return nil, err
		}
	}
	if err := run(ctx, work, []string{"CARGO_HOME=" + filepath.Join(work, "home")}, "cargo", "vendor", "--quiet"); err != nil {
		return nil, err
	}
	return fsutil.NewFS(filepath.Join(work, "vendor", name))
}
