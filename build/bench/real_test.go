package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// script writes a program for the shell.
func script(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestApplicationsAreMeasuredFolderByFolder(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	dir := t.TempDir()
	for _, name := range []string{"a", "library", "b", ".git"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	program := script(t, "program", `case "$*" in *library) exit 3;; esac`)
	search := script(t, "search", `exit 1`)
	got, err := measureReal(program, search, script(t, "hello", ""), dir, 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.applications) != 2 || fmt.Sprint(got.nothing) != "[library]" {
		t.Errorf("measured %+v, nothing to deploy in %v", got.applications, got.nothing)
	}
	if table := got.table(); !strings.Contains(table, "2 applications (1 more") || !strings.HasSuffix(table, endReal) {
		t.Errorf("the table:\n%s", table)
	}
	if _, err := measureReal(script(t, "fails", "echo no such flag >&2; exit 2"), search, program, dir, 2); err == nil || !strings.Contains(err.Error(), "no such flag") {
		t.Errorf("a program that fails has no figures: %v", err)
	}
	if _, err := measureReal(program, script(t, "broken", "exit 2"), program, dir, 2); err == nil {
		t.Error("a search that fails has no figures")
	}
}

func TestQuantiles(t *testing.T) {
	values := []float64{5, 1, 4, 2, 3}
	for share, want := range map[float64]float64{0: 1, 0.5: 3, 0.9: 5, 1: 5} {
		if got := quantile(values, share); got != want {
			t.Errorf("%v of 1 to 5: %v, want %v", share, got, want)
		}
	}
}

func TestFiguresTakeTheirPlace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "BENCHMARKS.md")
	text := "# B\n" + begin + " -->\nold\n" + end + "\nbetween\n" + beginReal + " -->\nold\n" + endReal + "\nafter\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := replace(file, beginReal, endReal, beginReal+" -->\nnew\n"+endReal); err != nil {
		t.Fatal(err)
	}
	b, _ := os.ReadFile(file)
	if want := strings.Replace(text, beginReal+" -->\nold", beginReal+" -->\nnew", 1); string(b) != want {
		t.Errorf("got:\n%s\nwant:\n%s", b, want)
	}
}
