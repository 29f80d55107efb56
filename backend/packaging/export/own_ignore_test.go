package export

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/base/linesum"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

func TestOwnPatternsStay(t *testing.T) {
	t.Parallel()
	doc := universalbuild.UniversalBuild{
		Metadata: universalbuild.Metadata{Path: "."}, Build: universalbuild.Build{Manifests: []string{"package.json"}},
		Runtime: universalbuild.Runtime{Command: []string{"node", "src/app/server.js"}, Release: []string{"sh bin/migrate.sh"}},
	}
	files := []string{"package.json", "src/app/server.js", "src/app/other.js", "bin/migrate.sh", "certs/a.pem"}
	for name, of := range map[string]struct{ own, want string }{
		"none":                   {"", ""},
		"nothing that is named":  {"certs\nfixtures/customers\n", "certs\nfixtures/customers"},
		"a folder that is":       {"certs\nsrc\n", "# sent all the same, because the build needs src/app/server.js: src\ncerts"},
		"a file that is":         {"*.json\ncerts\n", "*.json\ncerts\n!package.json"},
		"all but":                {"*\n!package.json\n!bin\n", "*\n!package.json\n!bin\n!src"},
		"brought back by itself": {"src/**\n!src/app\n", "src/**\n!src/app"},
		"a file below":           {"**/migrate.sh\n", "**/migrate.sh\n!bin/migrate.sh"},
	} {
		got := strings.TrimSpace(strings.TrimPrefix(ownBlock(of.own, []universalbuild.UniversalBuild{doc}, files), "# From the project's own .dockerignore\n"))
		if got != of.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, of.want)
		}
		if of.own != "" && hidden(strings.Split(got, "\n"), namedBy([]universalbuild.UniversalBuild{doc}, files)) != "" {
			t.Errorf("%s: something that is needed stays hidden by\n%s", name, got)
		}
	}
}

// TestOnlyPatternsOfTheProjectCount: comments, and what an export has written, are not
// the project's; what somebody has added to that is.
func TestOnlyPatternsOfTheProjectCount(t *testing.T) {
	t.Parallel()
	sealed := linesum.Seal(".git\nnode_modules\n")
	for text, want := range map[string]string{
		"# secrets\ncerts\n\n  fixtures/customers  \r\n": "certs\nfixtures/customers\n",
		sealed:                        "",
		"customers\n" + sealed:        "customers\n",
		strings.Repeat("x\n", 200000): "",
		"[\n":                         "",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, ".dockerignore"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		project, err := repo.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		if got := ownIgnore(project, "."); got != want {
			t.Errorf("%.40q: %q, want %q", text, got, want)
		}
		project.Close()
	}
}

// TestAnIgnoreFileThatIsTakenInIsNotInTheWay: it is replaced, and kept; one that says
// more is not.
func TestAnIgnoreFileThatIsTakenInIsNotInTheWay(t *testing.T) {
	t.Parallel()
	for old, free := range map[string]bool{"# mine\ncerts\n": true, "certs\nmore\n": false} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, ".dockerignore"), []byte(old), 0o600); err != nil {
			t.Fatal(err)
		}
		written, err := Write(dir, []File{{Path: ".dockerignore", Content: "certs\n.git\n"}}, WriteOptions{})
		if (err == nil) != free {
			t.Errorf("%q: %v", old, err)
		}
		if !free {
			continue
		}
		if kept, err := os.ReadFile(filepath.Join(dir, written[0].Backup)); err != nil || string(kept) != old {
			t.Errorf("the old one is kept as %q, %v", kept, err)
		}
	}
}
