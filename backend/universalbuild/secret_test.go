package universalbuild

import (
	"slices"
	"testing"
)

func TestSecretName(t *testing.T) {
	for name, want := range map[string]bool{
		"API_KEY": true, "password": true, "DB_PASSWORD": true, "GITHUB_TOKEN": true, "SECRET_KEY_BASE": true, "AWS_SECRET_ACCESS_KEY": true,
		"NEXT_PUBLIC_API_KEY": false, "API_KEY_FILE": false, "TOKEN_VERSION": false, "KEYBOARD": false, "AUTHOR": false, "PORT": false, "": false,
	} {
		if SecretName(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}

func TestPlaceholder(t *testing.T) {
	for value, want := range map[string]bool{
		"": true, "1": true, "placeholder": true, "changeme123": true, "change-me": true, "<your-key>": true, "dummy_for_build": true, "not-a-secret-test": true,
		"hunter2": false, "sk-QtruexNonebuild8dummyX": false, "aGVsbG8gd29ybGQ=": false, "correct horse": false,
	} {
		if Placeholder(value) != want {
			t.Errorf("%q: %v", value, !want)
		}
	}
}

func TestBuildSecrets(t *testing.T) {
	reading, err := Read([]byte(`{"version":"1.0","build":{"secrets":["NPM_TOKEN",{"source":"npmrc","dest":"/app/.npmrc","src":".npmrc","required":true}],
		"environment":{"API_TOKEN":"","NPM_TOKEN":"","SECRET_KEY":"dummy","VITE_KEY":"x1","PORT":"1"}}}`))
	if err != nil || len(reading.Documents) != 1 {
		t.Fatal(err)
	}
	list, fields := reading.Documents[0].BuildSecrets()
	want := []Secret{{ID: "NPM_TOKEN", Env: "NPM_TOKEN"}, {ID: "npmrc", Target: "/app/.npmrc", File: ".npmrc", Required: true}, {ID: "API_TOKEN", Env: "API_TOKEN"}}
	if !slices.Equal(list, want) || !slices.Equal(fields, []string{"/build/secrets/0", "/build/secrets/1", "/build/environment/API_TOKEN"}) {
		t.Errorf("%+v of %q", list, fields)
	}
	for id, ok := range map[string]bool{"NPM_TOKEN": true, "npmrc": true, "pip.conf": true, "a-b": true, "": false, "..": false, "a/b": false, "a b": false, "a,b": false} {
		if SecretID(id) != ok {
			t.Errorf("%q: %v", id, !ok)
		}
	}
}
