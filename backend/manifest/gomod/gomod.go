// Package gomod reads what Go projects declare: go.mod, go.work, the head of a
// source file, and the programs that GoReleaser publishes. It resolves nothing
// and compiles nothing.
package gomod

import (
	"strings"

	"golang.org/x/mod/modfile"

	"aipack/backend/base/bounded"
)

// Module is what go.mod says.
type Module struct {
	Module        string
	Go            string // the go directive: the least version
	GoLine        int
	Toolchain     string // the toolchain directive without "go" before it; "" for none or "default"
	ToolchainLine int
	Requires      []Require
	Replaces      []Replace // only those that point to a folder
}

// Require is one required module.
type Require struct {
	Path     string
	Version  string
	Indirect bool
	Line     int
}

// Replace says that a module is read from a folder.
type Replace struct {
	Module string
	Folder string // as written: "../shared"
}

// Work is what go.work says.
type Work struct {
	Go            string
	GoLine        int
	Toolchain     string
	ToolchainLine int
	Uses          []string // folders as written: "./api"
	Replaces      []Replace
}

// ParseModule reads go.mod with the Go project's own parser; where that finds
// the file's details wrong it reads it as leniently as a dependency's.
func ParseModule(content string) (Module, error) {
	file, err := bounded.GoModule(content)
	if err != nil {
		return Module{}, err
	}
	var mod Module
	if file.Module != nil {
		mod.Module = file.Module.Mod.Path
	}
	if file.Go != nil {
		mod.Go, mod.GoLine = file.Go.Version, lineOf(file.Go.Syntax)
	}
	if file.Toolchain != nil {
		mod.Toolchain, mod.ToolchainLine = toolchainVersion(file.Toolchain.Name), lineOf(file.Toolchain.Syntax)
	}
	for _, r := range file.Require {
		mod.Requires = append(mod.Requires, Require{r.Mod.Path, r.Mod.Version, r.Indirect, lineOf(r.Syntax)})
	}
	mod.Replaces = localReplaces(file.Replace)
	return mod, nil
}

// ParseWork reads go.work.
func ParseWork(content string) (Work, error) {
	file, err := bounded.GoWork(content)
	if err != nil {
		return Work{}, err
	}
	var work Work
	if file.Go != nil {
		work.Go, work.GoLine = file.Go.Version, lineOf(file.Go.Syntax)
	}
	if file.Toolchain != nil {
		work.Toolchain, work.ToolchainLine = toolchainVersion(file.Toolchain.Name), lineOf(file.Toolchain.Syntax)
	}
	for _, u := range file.Use {
		work.Uses = append(work.Uses, u.Path)
	}
	work.Replaces = localReplaces(file.Replace)
	return work, nil
}

func localReplaces(replaces []*modfile.Replace) []Replace {
	var out []Replace
	for _, r := range replaces {
		if strings.HasPrefix(r.New.Path, "./") || strings.HasPrefix(r.New.Path, "../") || r.New.Path == "." || r.New.Path == ".." {
			out = append(out, Replace{r.Old.Path, r.New.Path})
		}
	}
	return out
}

func toolchainVersion(name string) string {
	if name == "default" {
		return ""
	}
	return strings.TrimPrefix(name, "go")
}

func lineOf(line *modfile.Line) int {
	if line == nil {
		return 0
	}
	return line.Start.Line
}
