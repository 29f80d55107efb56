package jvm

import (
	"aipack/backend/manifest/maven"
)

// plugin finds a plugin that the build runs: declared in the pom or inherited.
// Settings of pluginManagement fill what it leaves open.
func (m mavenModel) plugin(artifact string) (maven.Plugin, mavenLevel, bool) {
	var found maven.Plugin
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
				found.Settings = map[string]maven.Value{}
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
func (m mavenModel) managed(artifact string) (maven.Plugin, bool) {
	for _, l := range m.levels {
		for _, p := range l.pom.ManagedPlugins {
			if p.ArtifactID == artifact {
				return p, true
			}
		}
	}
	return maven.Plugin{}, false
}

func fillSettings(into, from map[string]maven.Value) {
	for k, v := range from {
		if _, known := into[k]; !known {
			into[k] = v
		}
	}
}

// setting finds a plugin's setting wherever in the chain it is made.
func (m mavenModel) setting(artifact string, keys ...string) (setting, bool) {
	for _, l := range m.levels {
		for _, plugins := range [][]maven.Plugin{l.pom.Plugins, l.pom.ManagedPlugins} {
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
