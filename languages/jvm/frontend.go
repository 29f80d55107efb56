package jvm

import (
	"maps"
	"path"
	"slices"
	"strings"

	"aipack/backend/language/node"
)

// parts finds front ends below a module that its own build builds: with
// frontend-maven-plugin and its like, the Node plugin for Gradle, or tasks that
// call npm.
func parts(m *module) []string {
	var named []string
	if m.system == "maven" {
		for _, plugin := range []string{"frontend-maven-plugin", "exec-maven-plugin", "maven-antrun-plugin"} {
			for _, key := range []string{"workingDirectory", "basedir"} {
				if v, ok := m.maven.setting(plugin, key); ok {
					named = append(named, v.text)
				}
			}
		}
	} else if callsNode(m) {
		for _, part := range m.gradle.parts {
			for _, key := range slices.Sorted(maps.Keys(part.g.Values)) {
				named = append(named, part.g.Values[key].Text)
			}
			for _, c := range part.g.Commands {
				named = append(named, c.Text)
			}
		}
	}
	var out []string
	for _, name := range named {
		name = strings.NewReplacer("${project.basedir}/", "", "${basedir}/", "", "$projectDir/", "", "${projectDir}/", "", "$rootDir/", "").Replace(name)
		at := m.folder.Sub(path.Clean("./" + name))
		if at.Path != m.folder.Path && at.Has("package.json") && (m.folder.IsRoot() || strings.HasPrefix(at.Path, m.folder.Path+"/")) && !slices.Contains(out, at.Path) {
			out = append(out, at.Path)
		}
	}
	slices.Sort(out)
	return out
}

// callsNode reports whether a Gradle build uses Node, by a plugin or by
// calling it.
func callsNode(m *module) bool {
	if m.bringsNode() {
		return true
	}
	for _, part := range m.gradle.parts {
		for _, c := range part.g.Commands {
			if slices.Contains(node.Programs, path.Base(c.Text)) {
				return true
			}
		}
	}
	return false
}

// bringsNode reports whether the build fetches Node by itself.
func (m *module) bringsNode() bool {
	if m.system == "maven" {
		_, _, ok := m.maven.plugin("frontend-maven-plugin")
		return ok
	}
	_, _, ok := m.gradle.plugin("com.github.node-gradle.node", "com.moowork.node",
		"org.siouan.frontend-jdk17", "org.siouan.frontend-jdk11", "org.siouan.frontend-jdk21")
	return ok
}
