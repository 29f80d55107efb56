package phase

import (
	"testing"

	"aipack/backend/language"
)

// TestWhoseToolsABuildCalls: a build system goes by its programs' names as well.
func TestWhoseToolsABuildCalls(t *testing.T) {
	l := &language.Language{Systems: []language.System{{ID: "maven", Programs: []string{"mvn", "mvnw"}}, {ID: "sbt"}}}
	for lines, want := range map[string]bool{
		"mvn package": true, "cd web && ./mvnw -B package": true, "make\nsbt stage": true, "make": false, "go build ./mvnly": false,
	} {
		if got := calls(lines, l); got != want {
			t.Errorf("%q calls a tool of it: %t", lines, got)
		}
	}
}
