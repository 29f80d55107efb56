package universalbuild

import "testing"

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
