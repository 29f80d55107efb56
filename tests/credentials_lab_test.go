//go:build lab

package tests

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"aipack/backend/packaging/export"
	"aipack/backend/prove"
	"aipack/backend/secret/credential/credentialtest"
	"aipack/backend/universalbuild"
)

// TestNoCredentialIsInAnImage plants files that hold credentials, in every format that
// is known, in a project of each ecosystem, proves it, and looks for each secret in
// every file of every layer of the image. A source that is planted, too, shows that what
// is in the image is found.
func TestNoCredentialIsInAnImage(t *testing.T) {
	p := labProver(t)
	for name, source := range map[string]string{
		"single/node-express": "planted.js", "single/python-stdlib": "planted.py", "single/php-plain": "planted.php",
		"single/ruby-bundler": "planted.rb", "single/static-html": "planted.html", "single/go-mod": "", "single/java-plain": "",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "project")
			if err := os.CopyFS(dir, os.DirFS(fixtureNamed(t, name).folder(t, nil))); err != nil {
				t.Fatal(err)
			}
			secrets := plant(t, dir)
			if len(secrets) < 60 {
				t.Fatalf("%d credentials are planted: the project has most of their names", len(secrets))
			}
			looked := maps.Clone(secrets)
			if source != "" {
				looked[source] = "what stands in a source comes along"
				if err := os.WriteFile(filepath.Join(dir, source), []byte(looked[source]), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			doc := onlyService(t, dir).Documents[0]
			in, err := export.SearchIn(t.Context(), dir, []universalbuild.UniversalBuild{doc}, export.Known{})
			if err != nil {
				t.Fatal(err)
			}
			if told, _ := in.Told(); len(told) > 0 {
				t.Errorf("comes along: %q", told)
			}
			request := prove.Request{Document: doc, Dir: dir}
			r, err := p.Prove(t.Context(), request)
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != usual(doc) {
				t.Fatalf("%s: %+v\n%s", r.Verdict, r.Failure, r.Dockerfile)
			}
			for _, c := range r.Checks {
				if c.Name == "secrets" && c.State != "passed" {
					t.Errorf("the check of secrets: %+v", c)
				}
			}
			found := inImage(t, p, request, looked)
			if source != "" && !slices.Contains(found, source) {
				t.Errorf("%s is not found in the image: nothing was looked at", source)
			}
			for _, path := range found {
				if path != source {
					t.Errorf("the secret of %s is in the image\n%s", path, r.Dockerfile)
				}
			}
		})
	}
}

// plant writes files with credentials into a project, but for those that would stand in
// place of its own, and gives the secret of each by its path.
func plant(t *testing.T, dir string) map[string]string {
	t.Helper()
	secrets := map[string]string{}
	for _, f := range credentialtest.Files() {
		file := filepath.Join(dir, filepath.FromSlash(f.Path))
		if _, err := os.Lstat(file); err == nil {
			continue
		}
		text := f.Text
		if f.Path == ".npmrc" { // nobody answers at the registry that it names for everything
			text = strings.Replace(text, "registry=", "@acme:registry=", 1)
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		secrets[f.Path] = f.Secret
	}
	return secrets
}

// inImage gives the names of the texts that are in an image: in a file of a layer, also
// one that a later layer deletes, or in its description.
func inImage(t *testing.T, p prove.Prover, r prove.Request, looked map[string]string) []string {
	t.Helper()
	out, in := io.Pipe()
	built := make(chan error, 1)
	go func() {
		to := prove.Destination{Name: "aipack-credentials", Out: func(map[string]string) (io.WriteCloser, error) { return in, nil }}
		err := p.Image(t.Context(), r, to)
		in.CloseWithError(err)
		built <- err
	}()
	found := map[string]bool{}
	search := func(content []byte) {
		for name, text := range looked {
			if !found[name] && bytes.Contains(content, []byte(text)) {
				found[name] = true
			}
		}
	}
	layers := 0
	inTar(t, out, func(blob []byte) {
		search(blob)
		unpacked, err := gzip.NewReader(bytes.NewReader(blob))
		if err != nil {
			return // a description
		}
		layers++
		inTar(t, unpacked, search)
	})
	if _, err := io.Copy(io.Discard, out); err != nil {
		t.Fatal(err)
	}
	if err := <-built; err != nil {
		t.Fatal(err)
	}
	if layers == 0 {
		t.Fatal("the image has no layer")
	}
	return slices.Sorted(maps.Keys(found))
}

// inTar hands the content of each file of an archive on.
func inTar(t *testing.T, archive io.Reader, hand func([]byte)) {
	t.Helper()
	for r := tar.NewReader(archive); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		hand(content)
	}
}
