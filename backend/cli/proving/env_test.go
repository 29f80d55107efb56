package proving

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/universalbuild"
)

func TestVariables(t *testing.T) {
	lookup := func(name string) (string, bool) {
		value, set := map[string]string{"STRIPE_KEY": "sk_1", "EMPTY": ""}[name]
		return value, set
	}
	got, err := variables([]string{"A=1", "A=2", "URL=http://x/?a=b", "STRIPE_KEY", "EMPTY", "NONE="}, lookup)
	want := map[string]string{"A": "2", "URL": "http://x/?a=b", "STRIPE_KEY": "sk_1", "EMPTY": "", "NONE": ""}
	if err != nil || !cmp.Equal(got, want) {
		t.Errorf("%v: %s", err, cmp.Diff(want, got))
	}
	for given, said := range map[string]string{
		"":              `"" cannot be the name`,
		"=x":            `"" cannot be the name`,
		"A B=hunter2":   `"A B" cannot be the name`,
		"UNSET":         "where UNSET is not set",
		"A=hunter2\x00": "--env A holds a zero byte",
	} {
		_, err := variables([]string{given}, lookup)
		if err == nil || !strings.Contains(err.Error(), said) {
			t.Errorf("%q: %v", given, err)
			continue
		}
		if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: the value is printed: %v", given, err)
		}
	}
}

func TestSecrets(t *testing.T) {
	file := filepath.Join(t.TempDir(), "npmrc")
	if err := os.WriteFile(file, []byte("//npm.example.net/:_authToken=hunter2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	lookup := func(name string) (string, bool) {
		value, set := map[string]string{"NPM_TOKEN": "t1", "OTHER": "t2"}[name]
		return value, set
	}
	got, err := secrets([]string{"id=NPM_TOKEN", "id=npmrc,src=" + file, "type=env,id=A,env=OTHER", "id=A,env=NPM_TOKEN", "type=env,id=B,src=OTHER", "type=file,id=C,src=" + file}, lookup)
	want := map[string]string{"NPM_TOKEN": "t1", "npmrc": "//npm.example.net/:_authToken=hunter2\n", "A": "t1", "B": "t2", "C": "//npm.example.net/:_authToken=hunter2\n"}
	if err != nil || !cmp.Equal(got, want) {
		t.Errorf("%v: %s", err, cmp.Diff(want, got))
	}
	for given, said := range map[string]string{
		"":                     `"" is neither`,
		"src=x":                "wants an id",
		"id=a b":               "wants an id",
		"id=../x":              "wants an id",
		"id=X":                 "the value of X, which is not set",
		"id=X,src=/none/there": "/none/there cannot be read",
		"id=X,src=a,env=b":     "a file or a variable",
		"id=X,value=hunter2":   `"value" is neither`,
		"id=X,type=none":       `not "none"`,
	} {
		_, err := secrets([]string{given}, lookup)
		if err == nil || !strings.Contains(err.Error(), said) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: %v", given, err)
		}
	}
	doc := universalbuild.UniversalBuild{Build: universalbuild.Build{Secrets: []universalbuild.Secret{{ID: "NPM_TOKEN"}}}}
	if err := asked(map[string]string{"NPM_TOKEN": "x"}, []universalbuild.UniversalBuild{doc}); err != nil {
		t.Error(err)
	}
	if err := asked(map[string]string{"NPM_TOKE": "x"}, []universalbuild.UniversalBuild{doc}); err == nil || !strings.Contains(err.Error(), "they take NPM_TOKEN") {
		t.Error(err)
	}
}
