//go:build headless && window

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/fault"
	"aipack/backend/store"
)

func TestSaveReport(t *testing.T) {
	a, page := opened(t, t.TempDir())
	run := analysed(t, a, page, sample(t, a, "node-express")).RunID
	for id, report := range map[string]string{"p": `{"name":"shop","service":".","verdict":"proven","page":{"title":"Shop","screenshot":"/9j/"}}`, "q": ""} {
		if err := a.store.SaveProof(store.Proof{ID: id, RunID: run, Service: ".", Verdict: "proven", StartedAt: 9}, report); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	for name, want := range map[string]string{"a.html": "data:image/jpeg;base64,/9j/", "b.JSON": `"title":"Shop"`} {
		file, err := a.SaveReport("p", filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(b), want) {
			t.Errorf("%s: %v\n%s", name, err, b)
		}
	}
	var asked string
	a.frame.saveFile = func(_, name string) (string, error) { asked = name; return "", nil }
	if file, err := a.SaveReport("p", ""); file != "" || err != nil || asked != "proof-shop.html" {
		t.Errorf("%q, %v, asked for %q", file, err, asked)
	}
	if _, err := a.SaveReport("q", filepath.Join(dir, "c.html")); fault.CodeOf(err) != fault.FileNotFound {
		t.Errorf("a stopped proof: %v", err)
	}
	if _, err := a.SaveReport("p", filepath.Join(dir, "none", "d.html")); fault.CodeOf(err) != fault.PermissionDenied {
		t.Errorf("no such folder: %v", err)
	}
}

func TestPreviewOfNothing(t *testing.T) {
	a, _ := opened(t, t.TempDir())
	if _, err := a.StartPreview("none", "."); err == nil || faultOf(err).Code != string(fault.FileNotFound) {
		t.Errorf("%v", err)
	}
	if err := a.OpenPreview("none"); fault.CodeOf(err) != fault.FileNotFound {
		t.Errorf("%v", err)
	}
	if err := a.StopPreview("none"); err != nil { // it may just have ended
		t.Error(err)
	}
}
