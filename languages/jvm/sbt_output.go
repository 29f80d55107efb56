package jvm

import (
	"cmp"
	"strings"
)

// sbtOutput is how an sbt project is packaged.
type sbtOutput int

const (
	sbtStage    sbtOutput = iota // sbt-native-packager: bin/ and lib/
	sbtAssembly                  // one jar
	sbtJars                      // the class path's jars, copied
)

func (m sbtModule) output() sbtOutput {
	if _, ok := m.enabled("JavaAppPackaging", "JavaServerAppPackaging", "PlayScala", "PlayJava", "PlayService", "PlayMinimalJava", "UniversalPlugin", "DockerPlugin", "JlinkPlugin"); ok {
		return sbtStage
	}
	if m.has("sbt-assembly") {
		return sbtAssembly
	}
	return sbtJars
}

func (m sbtModule) play() bool {
	_, ok := m.enabled("PlayScala", "PlayJava", "PlayService", "PlayMinimalJava")
	return ok
}

// script names the start script that sbt-native-packager writes: the
// executableScriptName, which is the normalised name by default.
func (m sbtModule) script() string {
	if v, ok := m.value("executableScriptName"); ok {
		return v.Text
	}
	name := cmp.Or(m.id, "app")
	if v, ok := m.project.Values["name"]; ok {
		name = v.Text
	} else if v, ok := m.build.Values["name"]; ok && m.folder.Path == m.root.Path {
		name = v.Text
	}
	return strings.ReplaceAll(strings.ToLower(name), " ", "-")
}
