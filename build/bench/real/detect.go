package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path"
	"slices"

	"aipack/backend/universalbuild"
	"aipack/build/bench/real/label"
)

// nothingFound is the exit code that says so.
const nothingFound = 3

// detect asks the program what an application is.
func detect(ctx context.Context, o options, dir string) ([]universalbuild.UniversalBuild, error) {
	ctx, cancel := context.WithTimeout(ctx, o.limit)
	defer cancel()
	c := exec.CommandContext(ctx, o.program, "detect", "--mode", "static", "--format", "json", dir)
	var said, problems bytes.Buffer
	c.Stdout, c.Stderr = &said, &problems
	err := c.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == nothingFound {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, bytes.TrimSpace(problems.Bytes()))
	}
	var docs []universalbuild.UniversalBuild
	return docs, json.Unmarshal(said.Bytes(), &docs)
}

// match gives each labelled service its document: the one of its folder; where
// an application is one service, the one there is; for the first of several,
// else the first that no label claims.
func match(services []label.Service, docs []universalbuild.UniversalBuild) []*universalbuild.UniversalBuild {
	out := make([]*universalbuild.UniversalBuild, len(services))
	claimed := make([]bool, len(docs))
	for i, s := range services {
		for j := range docs {
			folder := path.Clean(docs[j].Metadata.Path)
			if !claimed[j] && (folder == path.Clean(s.Path) || slices.Contains(s.PathAccept, folder)) {
				out[i], claimed[j] = &docs[j], true
				break
			}
		}
	}
	if out[0] != nil {
		return out
	}
	for j := range docs {
		if !claimed[j] {
			out[0] = &docs[j]
			break
		}
	}
	return out
}
