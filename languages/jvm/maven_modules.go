package jvm

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/maven"
)

// mavenModules lists the folders of a pom's modules, those of active profiles
// too, that have a pom.
func mavenModules(f *language.Folder, pom maven.Project) []string {
	return language.Once(f, "maven.modules", func() []string { return slices.Clip(findMavenModules(f, pom)) })
}

func findMavenModules(f *language.Folder, pom maven.Project) []string {
	names := pom.Modules
	for _, p := range pom.Profiles {
		if p.ActiveByDefault {
			names = append(names[:len(names):len(names)], p.Modules...)
		}
	}
	var out []string
	for _, n := range names {
		n = path.Clean(strings.ReplaceAll(n, "\\", "/"))
		if strings.HasSuffix(n, ".xml") {
			n = path.Dir(n)
		}
		if at := f.Sub(n); at.Path != f.Path && at.Has("pom.xml") {
			out = append(out, at.Path)
		}
	}
	return out
}

// mavenModuleList is what one root builds, artifacts by their ids.
type mavenModuleList struct {
	dirs      []string // in the order in which the poms name them, parents first
	artifacts map[string]string
}

// mavenReactor lists all modules below a root pom, once per run.
func mavenReactor(root *language.Folder) mavenModuleList {
	list, _ := language.Parse(root, "pom.xml", func(string) (mavenModuleList, error) {
		list := mavenModuleList{dirs: mavenReactorDirs(root), artifacts: map[string]string{}}
		for _, dir := range list.dirs {
			if pom, ok := language.Parse(root.Reader().Folder(dir), "pom.xml", maven.Parse); ok {
				list.artifacts[pom.ArtifactID] = dir
			}
		}
		return list, nil
	})
	return list
}

func mavenReactorDirs(root *language.Folder) []string {
	const most = 2000
	seen := map[string]bool{root.Path: true}
	var out []string
	for queue := []string{root.Path}; len(queue) > 0 && len(out) < most; queue = queue[1:] {
		f := root.Reader().Folder(queue[0])
		pom, ok := language.Parse(f, "pom.xml", maven.Parse)
		if !ok {
			continue
		}
		for _, dir := range mavenModules(f, pom) {
			if !seen[dir] {
				seen[dir] = true
				out = append(out, dir)
				queue = append(queue, dir)
			}
		}
	}
	return out
}

// mavenRoot is the outermost pom that builds the folder as one of its modules;
// the folder itself if none does.
func mavenRoot(f *language.Folder) *language.Folder {
	root := f
	for up := f; !up.IsRoot(); {
		up = up.Sub("..")
		pom, ok := language.Parse(up, "pom.xml", maven.Parse)
		if !ok {
			continue
		}
		for _, dir := range mavenModules(up, pom) {
			if dir == root.Path {
				root = up
				break
			}
		}
	}
	return root
}
