package export_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/base/fault"
	"aipack/backend/packaging/export"

	"github.com/google/go-cmp/cmp"
)

func put(t *testing.T, dir string, o export.WriteOptions, files ...string) ([]export.Written, error) {
	t.Helper()
	var list []export.File
	for i := 0; i+1 < len(files); i += 2 {
		list = append(list, export.File{Path: files[i], Content: files[i+1]})
	}
	return export.Write(dir, list, o)
}

func has(t *testing.T, dir, name, want string) {
	t.Helper()
	got, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil || string(got) != want {
		t.Errorf("%s: %q %v, want %q", name, got, err, want)
	}
}

// names lists everything below a folder.
func names(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(dir, p)
			all = append(all, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestWriteMakesFolders(t *testing.T) {
	dir := t.TempDir()
	got, err := put(t, dir, export.WriteOptions{}, "apps/api/Dockerfile", "FROM a\n", ".dockerignore", ".git\n")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]export.Written{{Path: "apps/api/Dockerfile"}, {Path: ".dockerignore"}}, got); diff != "" {
		t.Error(diff)
	}
	has(t, dir, "apps/api/Dockerfile", "FROM a\n")
	has(t, dir, ".dockerignore", ".git\n")
}

// TestWhatCannotBeWrittenChangesNothing: neither the files before it, nor a folder.
func TestWhatCannotBeWrittenChangesNothing(t *testing.T) {
	long := strings.Repeat("x", 300) // longer than a file's name may be
	for name, last := range map[string]string{"a folder that is a file": "there/Dockerfile", "a name too long": "api/" + long} {
		dir := t.TempDir()
		if _, err := put(t, dir, export.WriteOptions{}, "there", "a file\n", "Dockerfile", "FROM old\n"); err != nil {
			t.Fatal(err)
		}
		_, err := put(t, dir, export.WriteOptions{Force: true}, "Dockerfile", "FROM new\n", "web/deep/Dockerfile", "FROM b\n", last, "FROM c\n")
		if err == nil {
			t.Fatalf("%s: written", name)
		}
		if diff := cmp.Diff([]string{"Dockerfile", "there"}, names(t, dir)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		has(t, dir, "Dockerfile", "FROM old\n")
		if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
			t.Errorf("%s: a folder stays: %v, %v", name, left, err)
		}
	}
}

func TestWriteOverwritesNothing(t *testing.T) {
	dir := t.TempDir()
	if _, err := put(t, dir, export.WriteOptions{}, "Dockerfile", "old\n"); err != nil {
		t.Fatal(err)
	}
	_, err := put(t, dir, export.WriteOptions{}, "compose.yaml", "new\n", "Dockerfile", "new\n")
	var f *fault.Fault
	if !errors.As(err, &f) || f.Code != fault.FileExists || !strings.Contains(f.Message, "Dockerfile") || !strings.Contains(f.Hint, "--force") {
		t.Fatalf("%+v", err)
	}
	has(t, dir, "Dockerfile", "old\n")
	if diff := cmp.Diff([]string{"Dockerfile"}, names(t, dir)); diff != "" {
		t.Error(diff)
	}
}

func TestWriteKeepsWhatIsReplaced(t *testing.T) {
	dir := t.TempDir()
	for _, content := range []string{"one\n", "two\n", "two\n", "three\n"} {
		if _, err := put(t, dir, export.WriteOptions{Force: true}, "a/Dockerfile", content); err != nil {
			t.Fatal(err)
		}
	}
	has(t, dir, "a/Dockerfile", "three\n")
	has(t, dir, "a/Dockerfile.bak-1", "one\n")
	has(t, dir, "a/Dockerfile.bak-2", "two\n")
	if diff := cmp.Diff([]string{"a/Dockerfile", "a/Dockerfile.bak-1", "a/Dockerfile.bak-2"}, names(t, dir)); diff != "" {
		t.Error(diff)
	}
}

func TestWriteLeavesTheSameAlone(t *testing.T) {
	dir := t.TempDir()
	for i := range 2 {
		got, err := put(t, dir, export.WriteOptions{}, "Dockerfile", "same\n")
		if err != nil || got[0].Same != (i == 1) {
			t.Fatal(got, err)
		}
	}
}

func TestWriteFollowsNoLinkOut(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	if err := os.Symlink(outside, filepath.Join(dir, "apps")); err != nil {
		t.Fatal(err)
	}
	_, err := put(t, dir, export.WriteOptions{Force: true}, "apps/Dockerfile", "x\n")
	if fault.CodeOf(err) != fault.PathTraversal || !strings.Contains(err.Error(), "apps/Dockerfile") {
		t.Error(err)
	}
	_, err = put(t, dir, export.WriteOptions{Force: true}, "../Dockerfile", "x\n")
	if fault.CodeOf(err) != fault.PathTraversal {
		t.Error(err)
	}
	if left := names(t, outside); len(left) > 0 {
		t.Error(left)
	}
}

func TestWriteReplacesALinkNotItsTarget(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "shared"), []byte("theirs\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("shared", filepath.Join(dir, "Dockerfile")); err != nil {
		t.Fatal(err)
	}
	if _, err := put(t, dir, export.WriteOptions{}, "Dockerfile", "ours\n"); fault.CodeOf(err) != fault.FileExists {
		t.Fatal(err)
	}
	if _, err := put(t, dir, export.WriteOptions{Force: true}, "Dockerfile", "ours\n"); err != nil {
		t.Fatal(err)
	}
	has(t, dir, "shared", "theirs\n")
	has(t, dir, "Dockerfile", "ours\n")
	if to, err := os.Readlink(filepath.Join(dir, "Dockerfile.bak-1")); err != nil || to != "shared" {
		t.Error(to, err)
	}
}

func TestWriteNamesWhatIsInTheWay(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "Dockerfile"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "apps"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for path, code := range map[string]fault.Code{"Dockerfile": fault.FileExists, "apps/Dockerfile": fault.NotAFolder} {
		_, err := put(t, dir, export.WriteOptions{Force: true}, path, "x\n")
		var f *fault.Fault
		if !errors.As(err, &f) || f.Code != code || !strings.Contains(f.Message, path) || f.Hint == "" {
			t.Errorf("%s: %+v", path, err)
		}
	}
	if _, err := put(t, filepath.Join(dir, "none"), export.WriteOptions{}, "x", "y"); fault.CodeOf(err) != fault.FileNotFound {
		t.Error(err)
	}
}

// TestNothingOfTheProjectsOwnIsPutOutOfUse: compose.yaml would be read in place of
// the project's own compose file, and an override laid over it.
func TestNothingOfTheProjectsOwnIsPutOutOfUse(t *testing.T) {
	files := []export.File{{Path: "Dockerfile", Content: "FROM a\n"}, {Path: "compose.yaml", Content: "services: {}\n"}, {Path: ".env.example", Content: "A=\n"}}
	for name, one := range map[string]struct {
		own  map[string]string
		told string // of the refusal; "" for none
	}{
		"nothing there":                     {nil, ""},
		"its docker-compose.yml":            {map[string]string{"docker-compose.yml": "services: {}\n"}, "compose would read compose.yaml in place of docker-compose.yml"},
		"another spelling":                  {map[string]string{"compose.yml": "services: {}\n", "docker-compose.yaml": ""}, "in place of compose.yml"},
		"an override alone":                 {map[string]string{"docker-compose.override.yml": "services: {}\n"}, "compose would lay docker-compose.override.yml over compose.yaml"},
		"a compose.yaml":                    {map[string]string{"compose.yaml": "services: {a: {}}\n", "docker-compose.yml": ""}, "compose.yaml is there already"},
		"a compose.yaml and an override":    {map[string]string{"compose.yaml": "services: {a: {}}\n", "compose.override.yml": ""}, "compose.yaml is there already; compose would lay compose.override.yml over compose.yaml"},
		"ours from before":                  {map[string]string{"compose.yaml": "services: {}\n", "docker-compose.yml": ""}, ""},
		"its Dockerfile":                    {map[string]string{"Dockerfile": "FROM b\n"}, "Dockerfile is there already"},
		"its Dockerfile and a .env.example": {map[string]string{"Dockerfile": "FROM b\n", ".env.example": "B=\n"}, "Dockerfile and .env.example are there already"},
		"a Dockerfile and a compose file":   {map[string]string{"Dockerfile": "FROM b\n", "docker-compose.yml": ""}, "Dockerfile is there already; compose would read compose.yaml in place of docker-compose.yml"},
		"one for tests":                     {map[string]string{"docker-compose.test.yml": ""}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, text := range one.own {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			_, err := export.Write(dir, files, export.WriteOptions{})
			if (err == nil) != (one.told == "") || err != nil && (fault.CodeOf(err) != fault.FileExists || !strings.Contains(err.Error(), one.told)) {
				t.Fatalf("%v, want %q", err, one.told)
			}
			if err == nil {
				return
			}
			if left, _ := os.ReadDir(dir); len(left) != len(one.own) {
				t.Errorf("%d files after a refusal", len(left))
			}
			if _, err := export.Write(dir, files, export.WriteOptions{Force: true}); err != nil {
				t.Fatal(err)
			}
			for file, text := range one.own {
				now, err := os.ReadFile(filepath.Join(dir, file))
				if old, gone := os.ReadFile(filepath.Join(dir, file+".bak-1")); err != nil || string(now) != text && (gone != nil || string(old) != text) {
					t.Errorf("%s is lost: %q, %v", file, now, err)
				}
			}
		})
	}
}
