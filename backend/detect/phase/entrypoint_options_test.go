package phase

import (
	"testing"
	"testing/fstest"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

func TestOptionsOfTheOwnContainersScript(t *testing.T) {
	const option = "if [ -n \"$REDIS_HOST\" ]; then\n  set -- \"$@\" --redis-host \"$REDIS_HOST\"\nfi\nif [ -n \"$COLOUR\" ]; then\n  set -- \"$@\" --colour \"$COLOUR\"\nfi\n"
	fsys := fstest.MapFS{
		"Dockerfile": {Data: []byte("FROM node:22\nCOPY . .\nCMD [\"./entrypoint.sh\"]\n")}, "entrypoint.sh": {Data: []byte(option + "exec node ./shop.js \"$@\"\n")}, "shop.js": {},
		"compose.yaml": {Data: []byte("services:\n  shop: {build: .}\n  cache: {image: redis}\n")},
	}
	s := serviceOf(t, fsys, &language.Language{ID: "javascript", Name: "JavaScript"})
	for command, want := range map[string]string{
		"shop.js": `sh -c exec node shop.js ${REDIS_HOST:+--redis-host "$REDIS_HOST"}`, "other.js": "node other.js",
	} {
		got := withOptions(s, finding.Of(language.Start{Command: []string{"node", command}}, finding.Likely, finding.Evidence{Rule: "own"}))
		if startText(got.Value) != want {
			t.Errorf("%q, want %q", startText(got.Value), want)
		}
	}
}
