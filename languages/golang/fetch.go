package golang

import (
	"path"
	"slices"
	"sort"

	"aipack/backend/language"
	"aipack/backend/manifest/gomod"
)

// fetch downloads the modules, unless they are vendored, there are none, or more
// modules would have to be named than a plan holds.
func fetch(p *language.Project, base *language.Folder, r *language.Recipe) {
	mod, ok := language.Parse(p.Folder, "go.mod", gomod.ParseModule)
	if !ok || p.Workspace != nil && len(p.Workspace.Members) > language.MostMembers || vendored(p) || contextReplaces(mod) && p.Workspace == nil {
		return
	}
	needs := downloads(p.Folder)
	add := func(paths ...string) {
		for _, one := range paths {
			r.Build.Manifests = append(r.Build.Manifests, language.Below(base.Path, one))
		}
	}
	add(present(p.Folder, "go.mod", "go.sum")...)
	download := "go mod download"
	if p.Workspace != nil {
		root := p.Reader().Folder(p.Workspace.Root)
		add(present(root, "go.work", "go.work.sum")...)
		members := membersOf(root, p.Workspace.Members)
		for _, m := range members.list {
			if m.path != p.Path {
				add(m.manifests...)
			}
		}
		needs = needs || members.download
	} else if dir := language.Below(base.Path, p.Path); dir != "." {
		download = goIn(p, dir, "mod download")
	}
	sort.Strings(r.Build.Manifests)
	if !needs || !p.Has("go.sum") && p.Workspace == nil {
		r.Build.Manifests = nil
		return
	}
	r.Build.PreBuildCommands = []string{download}
}

// present are the paths of those files that a folder has.
func present(at *language.Folder, names ...string) (paths []string) {
	for _, name := range names {
		if at.Has(name) {
			paths = append(paths, at.Join(name))
		}
	}
	return paths
}

// members are what a workspace's modules bring before the sources come.
type members struct {
	list     []member
	download bool // some module requires what is not at home in the repository
}

type member struct {
	path      string
	manifests []string
}

func membersOf(root *language.Folder, dirs []string) members {
	return language.Once(root, "go.members", func() (all members) {
		for _, dir := range dirs {
			at := root.Reader().Folder(dir)
			all.list = append(all.list, member{dir, present(at, "go.mod", "go.sum")})
			all.download = all.download || downloads(at)
		}
		return all
	})
}

// downloads reports whether a module requires any that is not at home in the
// repository.
func downloads(f *language.Folder) bool {
	mod, _ := language.Parse(f, "go.mod", gomod.ParseModule)
	home := modulesIn(f)
	return slices.ContainsFunc(mod.Requires, func(r gomod.Require) bool { return home[r.Path] == nil })
}

// contextReplaces reports whether modules are read from folders: their
// go.mod files are needed before anything can be downloaded.
func contextReplaces(mod gomod.Module) bool { return len(mod.Replaces) > 0 }

// vendored asks the disk, as vendor folders are left out of the index.
func vendored(p *language.Project) bool {
	for _, at := range []string{p.Path, p.Context().Path} {
		if b, err := p.Reader().Repo.ReadFile(path.Join(at, "vendor/modules.txt")); err == nil && len(b) > 0 {
			return true
		}
	}
	return false
}
