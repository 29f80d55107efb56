package credential_test

import (
	"path"
	"strings"
	"testing"

	"github.com/moby/patternmatcher"

	"aipack/backend/secret/credential"
	"aipack/backend/secret/credential/credentialtest"
)

func TestFilesThatHoldCredentials(t *testing.T) {
	for _, p := range credentialtest.Files() {
		if !strings.Contains(p.Text, p.Secret) && !strings.Contains(p.Text, strings.ReplaceAll(p.Secret, "\n", `\n`)) {
			t.Fatalf("%s does not hold its secret", p.Path)
		}
		found, ok := credential.In(p.Path, p.Text)
		if !ok || found.What == "" {
			t.Errorf("%s is not recognised", p.Path)
		}
		// Who works in another folder of the project has the same.
		if _, ok := credential.In(path.Join("services/api", p.Path), p.Text); !ok {
			t.Errorf("services/api/%s is not recognised", p.Path)
		}
	}
	for name, text := range credentialtest.Public {
		if found, ok := credential.In(name, text); ok {
			t.Errorf("%s is taken for %s", name, found.What)
		}
	}
}

// TestPatternsAreWhatNamesSay holds the names that a .dockerignore leaves out to
// those that are recognised.
func TestPatternsAreWhatNamesSay(t *testing.T) {
	m, err := patternmatcher.New(credential.Patterns())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range append(credentialtest.Files(), credentialtest.Planted{Path: "a/.env.example"}, credentialtest.Planted{Path: "src/main.go"}) {
		k, named := credential.Named(p.Path)
		out, err := m.MatchesOrParentMatches(p.Path)
		if err != nil || out != (named && k.Always) {
			t.Errorf("%s: left out %v, named %v (%s, always %v), %v", p.Path, out, named, k.What, k.Always, err)
		}
	}
}

// TestValuesAreWhatIsHidden holds that the secret itself is among the values that
// a proof hides in logs.
func TestValuesAreWhatIsHidden(t *testing.T) {
	for _, p := range credentialtest.Files() {
		k, named := credential.Named(p.Path)
		if named && k.Holds == nil && k.Inside == nil {
			continue // nothing in it is told apart
		}
		if path.Ext(p.Path) == ".json" && strings.Contains(p.Text, "PRIVATE KEY") || strings.Contains(p.Text, "lineage") || strings.HasPrefix(p.Text, "\x30\x82") {
			continue // a key of many lines, a state as a whole, a store
		}
		if !strings.Contains(strings.Join(credential.Values(p.Path, p.Text), "\n"), p.Secret) {
			t.Errorf("%s: %q", p.Path, credential.Values(p.Path, p.Text))
		}
	}
}

func FuzzIn(f *testing.F) {
	for _, p := range credentialtest.Files() {
		f.Add(p.Path, p.Text)
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		credential.Values(name, text)
		if found, ok := credential.In(name, text); ok && (found.Path != name || found.Line > 1+strings.Count(text, "\n")) {
			t.Errorf("%+v", found)
		}
		credential.Token(text)
	})
}

func TestStandInsAreNoSecrets(t *testing.T) {
	for value, secret := range map[string]bool{
		"a1b2c3d4": true, "changeling-99": true, "my-dog-17": true, "additive7": true, "S3cr$t!": true, "{jSMOWnoPFgsHVpMvz5VrIt5kRbzGpI8u+9EF1iFQyJQ=}": true,
		"${NPM_TOKEN}": false, "$TOKEN": false, "%TOKEN%": false, "{{ token }}": false, "env.TOKEN": false, "<%= ENV['X'] %>": false,
		"your-token-here": false, "changeme": false, "CHANGE_ME": false, "<token>": false, "xxxxxxxx": false, "********": false, "": false, "replaceme": false, "my-secret-token": false,
	} {
		got := len(credential.Values(".npmrc", "//npm.example.net/:_authToken="+value+"\n")) > 0
		if got != secret && !strings.ContainsAny(value, " ") {
			t.Errorf("%q is a secret: %v", value, got)
		}
	}
}
