package jvm

import (
	"aipack/backend/manifest"
)

// plugin finds a plugin that the build runs: declared in the pom or inherited.
// Settings of pluginManagement fill what it leaves open.
func (m mavenModel) plugin(artifact string) (manifest.PomPlugin, mavenLevel, bool) {
	var found manifest.PomPlugin
	var at mavenLevel
	ok := false
	for _, l := range m.levels {
		plugins := l.pom.Plugins
		for _, p := range l.pom.Profiles {
			if p.ActiveByDefault {
				plugins = append(plugins[:len(plugins):len(plugins)], p.Plugins...)
			}
		}
		for _, p := range plugins {
			if p.ArtifactID != artifact {
				continue
			}
			if !ok {
				found, at, ok = p, l, true
				found.Settings = map[string]manifest.PomValue{}
			}
			fillSettings(found.Settings, p.Settings)
		}
	}
	if !ok {
		return found, at, false
	}
	managed, _ := m.managed(artifact)
	fillSettings(found.Settings, managed.Settings)
	return found, at, true
}

// managed finds what pluginManagement says about a plugin; for those that
// every build runs (compiler, jar, war) that is as good as declaring it.
func (m mavenModel) managed(artifact string) (manifest.PomPlugin, bool) {
	for _, l := range m.levels {
		for _, p := range l.pom.ManagedPlugins {
			if p.ArtifactID == artifact {
				return p, true
			}
		}
	}
	return manifest.PomPlugin{}, false
}

func fillSettings(into, from map[string]manifest.PomValue) {
	for k, v := range from {
		if _, known := into[k]; !known {
			into[k] = v
		}
	}
}

// setting finds a plugin's setting wherever in the chain it is made.
func (m mavenModel) setting(artifact string, keys ...string) (setting, bool) {
	for _, l := range m.levels {
		for _, plugins := range [][]manifest.PomPlugin{l.pom.Plugins, l.pom.ManagedPlugins} {
			for _, p := range plugins {
				for _, key := range keys {
					if v, ok := p.Settings[key]; ok && p.ArtifactID == artifact && v.Text != "" {
						return m.fact(l, v), true
					}
				}
			}
		}
	}
	return setting{}, false
}
