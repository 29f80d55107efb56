package tests

import (
	"slices"
	"strings"
	"testing"
)

// TestScriptsThatAPlanCalls: what a checkout of Windows or a lost right would keep
// from running is mended in the image, before its first use, and said.
func TestScriptsThatAPlanCalls(t *testing.T) {
	app := "from bottle import run\nrun(host='0.0.0.0', port=8400)\n"
	python := func(procfile, script string) map[string]string {
		return map[string]string{"Procfile": "web: " + procfile + "\n", "requirements.txt": "bottle\n", "app.py": app, "bin/start.sh": script}
	}
	const strip, open = `sed -i 's/\r$//' bin/start.sh`, "chmod +x bin/start.sh"
	for name, of := range map[string]struct {
		files map[string]string
		want  []string // lines of the build that mend
		codes []string
	}{
		"line ends, called by its path": {python("./bin/start.sh", "#!/bin/sh\r\nexec python app.py\r\n"), []string{strip, open}, []string{"script_line_ends"}},
		"given to a shell":              {python("sh bin/start.sh", "#!/bin/sh\r\nexec python app.py\r\n"), []string{strip}, []string{"script_line_ends"}},
		"not executable":                {python("bin/start.sh", "#!/bin/sh\nexec python app.py\n"), []string{open}, []string{"script_not_executable"}},
		"nothing to mend":               {python("sh bin/start.sh", "#!/bin/sh\nexec python app.py\n"), nil, nil},
		"in a shell's line":             {python("cd bin && ./start.sh", "#!/usr/bin/env bash\nexec python app.py\n"), []string{open}, []string{"script_not_executable"}},
		"a wrapper, in both steps": {map[string]string{
			"build.gradle": "plugins { id 'java'\n id 'application' }\napplication { mainClass = 'm.M' }\n", "settings.gradle": "rootProject.name = 'm'\n", "src/main/java/m/M.java": "package m;\npublic class M { public static void main(String[] a) {} }",
			"gradlew": "#!/bin/sh\r\nexec true\r\n", "gradle/wrapper/gradle-wrapper.properties": "distributionUrl=https\\://services.gradle.org/distributions/gradle-8.10-bin.zip\n", "gradle/wrapper/gradle-wrapper.jar": "x",
		}, []string{`sed -i 's/\r$//' gradlew`, `sed -i 's/\r$//' gradlew`}, []string{"script_line_ends"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := firstOf(t, of.files)
			var got, codes []string
			for _, line := range slices.Concat(d.Build.PreBuildCommands, d.Build.BuildCommands, d.Build.PostBuildCommands) {
				for part := range strings.SplitSeq(line, " && ") {
					if strings.HasPrefix(part, "sed -i") || part == open {
						got = append(got, part)
					}
				}
			}
			for _, w := range d.Warnings {
				if strings.HasPrefix(w.Code, "script_") {
					codes = append(codes, w.Code)
				}
			}
			if !slices.Equal(got, of.want) || !slices.Equal(codes, of.codes) {
				t.Errorf("%q, %q; want %q, %q", got, codes, of.want, of.codes)
			}
		})
	}
}
