package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"aipack/backend/fleet"
)

// repositories makes many of the fixtures: each is one of them with something changed.
func repositories(folder string, n int) (list []string, err error) {
	var fixtures []string
	for _, kind := range []string{"single", "monorepo"} {
		entries, err := os.ReadDir(filepath.Join("testdata", "repos", kind))
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if e.IsDir() {
				fixtures = append(fixtures, filepath.Join("testdata", "repos", kind, e.Name()))
			}
		}
	}
	for i := range n {
		fixture := fixtures[i%len(fixtures)]
		at := filepath.Join(folder, fmt.Sprintf("%05d-%s", i, filepath.Base(fixture)))
		if err := os.CopyFS(at, os.DirFS(fixture)); err != nil {
			return nil, err
		}
		if err := mutate(at, i); err != nil {
			return nil, err
		}
		list = append(list, at)
	}
	return list, nil
}

// mutate changes one file of a copy, another way for each.
func mutate(at string, i int) error {
	switch i % 3 {
	case 0: // one more source that nobody names
		return os.WriteFile(filepath.Join(at, "notes.md"), fmt.Appendf(nil, "# Copy %d\n", i), 0o600)
	case 1: // variables
		return os.WriteFile(filepath.Join(at, ".env.example"), fmt.Appendf(nil, "COPY=%d\nPORT=%d\n", i, 3000+i%1000), 0o600)
	}
	readme := filepath.Join(at, "README.md")
	text, err := os.ReadFile(readme)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	return os.WriteFile(readme, fmt.Appendf(text, "\nCopy %d.\n", i), 0o600)
}

// plainly is a report without what differs from run to run.
func plainly(out []byte) (string, error) {
	var b strings.Builder
	for line := range strings.Lines(string(out)) {
		var r fleet.Result
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			return "", err
		}
		fmt.Fprintln(&b, r.Address, r.Commit, r.Cause, r.Said, r.Digest, len(r.Services))
	}
	return b.String(), nil
}
