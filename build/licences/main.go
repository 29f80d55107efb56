// Command licences writes THIRD_PARTY.md: whose work is in the programs and in
// the package. It reads what is linked, not what go.mod names. The project keeps
// the list; the package holds it with copyright notices and licence texts.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// part is one module or package of somebody else's.
type part struct {
	Kind, Name, Version string
	Licence             string   // SPDX id
	Texts               []string // of its licence files
	Notices             []string // NOTICE files, which the Apache licence wants repeated
}

func main() {
	out := flag.String("o", "THIRD_PARTY.md", "the file to write")
	texts := flag.Bool("texts", false, "with copyright notices and licence texts, as packages need them")
	flag.Parse()
	if err := run(*out, *texts); err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

func run(out string, texts bool) error {
	parts, err := modules()
	if err != nil {
		return err
	}
	pages, err := packages("frontend")
	if err != nil {
		return err
	}
	libraries, err := llama("build/llama")
	if err != nil {
		return err
	}
	parts = append(append(parts, pages...), libraries...)
	var errs []error
	for _, p := range parts {
		switch {
		case len(p.Texts) == 0:
			errs = append(errs, fmt.Errorf("%s %s has no licence file", p.Name, p.Version))
		case p.Licence == "" || strings.Contains(p.Licence, "GPL"):
			errs = append(errs, fmt.Errorf("%s %s is under %q: look at it before it is shipped", p.Name, p.Version, p.Licence))
		}
	}
	if err := os.WriteFile(out, document(parts, texts), 0o644); err != nil {
		return err
	}
	fmt.Printf("licences: %d parts in %s\n", len(parts), out)
	return errors.Join(errs...)
}

// programs are what is shipped, by their build tags.
var programs = []struct{ tags, pkg string }{
	{"desktop,production,webkit2_41", "."}, {"headless", "."}, {"headless,engine", "."}, {"", "./backend/prove/probe"},
}

// modules lists the Go modules that the programs link, and Go itself.
func modules() ([]part, error) {
	dirs := map[[2]string]string{}
	for _, p := range programs {
		c := exec.Command("go", "list", "-deps", "-tags", p.tags, "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", p.pkg)
		c.Stderr = os.Stderr
		listed, err := c.Output()
		if err != nil {
			return nil, fmt.Errorf("listing the modules of %s: %w", p.pkg, err)
		}
		for line := range strings.Lines(string(listed)) {
			if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) == 3 {
				dirs[[2]string{f[0], f[1]}] = f[2]
			}
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	dirs[[2]string{"Go's standard library", strings.TrimPrefix(runtime.Version(), "go")}] = strings.TrimSpace(string(root))
	var out []part
	for id, dir := range dirs {
		p, err := read("Go module", id[0], id[1], dir)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return sorted(out), nil
}

// packages lists the npm packages whose code is in the page: those that the
// lock does not mark as needed for building alone.
func packages(dir string) ([]part, error) {
	b, err := os.ReadFile(filepath.Join(dir, "package-lock.json"))
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct {
			Version, License string
			Dev, Optional    bool
		}
	}
	if err := json.Unmarshal(b, &lock); err != nil {
		return nil, err
	}
	var out []part
	for at, p := range lock.Packages {
		if at == "" || p.Dev || p.Optional {
			continue
		}
		name := at[strings.LastIndex(at, "node_modules/")+len("node_modules/"):]
		found, err := read("npm package", name, p.Version, filepath.Join(dir, at))
		if err != nil {
			return nil, fmt.Errorf("%w (npm ci puts the packages there)", err)
		}
		if len(found.Texts) == 0 && p.License != "" { // some ship the id alone
			found.Texts, found.Licence = []string{"Published under " + p.License + " (package.json)."}, p.License
		}
		out = append(out, found)
	}
	return sorted(out), nil
}

// llama is what the libraries of inference are made of.
func llama(dir string) ([]part, error) {
	b, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return nil, err
	}
	var named struct{ OptionalDependencies map[string]string }
	if err := json.Unmarshal(b, &named); err != nil {
		return nil, err
	}
	version := named.OptionalDependencies["@node-llama-cpp/linux-x64"]
	text, err := os.ReadFile(filepath.Join(dir, "..", "lib", "llama", "LICENSE"))
	if err != nil {
		return nil, fmt.Errorf("%w (make llama puts it there)", err)
	}
	return []part{
		{Kind: "shared libraries", Name: "node-llama-cpp (builds of llama.cpp)", Version: version, Licence: spdx(string(text)), Texts: []string{string(text)}},
		{Kind: "shared libraries", Name: "llama.cpp and ggml", Version: "in " + version, Licence: "MIT",
			Texts: []string{"MIT License\n\nCopyright (c) 2023-2026 The ggml authors\n\n" + mit}},
	}, nil
}

var (
	licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|unlicense|copyright)([-_.].*)?$`)
	noticeFile  = regexp.MustCompile(`(?i)^notice([-_.].*)?$`)
)

// read finds the licence files at the top of a module's folder.
func read(kind, name, version, dir string) (part, error) {
	p := part{Kind: kind, Name: name, Version: version}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return p, err
	}
	for _, e := range entries {
		if e.IsDir() || strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		isLicence, isNotice := licenceFile.MatchString(e.Name()), noticeFile.MatchString(e.Name())
		if !isLicence && !isNotice {
			continue
		}
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return p, err
		}
		text := strings.TrimSpace(strings.ReplaceAll(string(bytes.ToValidUTF8(b, []byte("?"))), "\r\n", "\n"))
		if isNotice {
			p.Notices = append(p.Notices, text)
			continue
		}
		p.Texts = append(p.Texts, text)
		if id := spdx(text); p.Licence == "" {
			p.Licence = id
		} else if id != "" && !strings.Contains(p.Licence, id) {
			p.Licence += " AND " + id
		}
	}
	return p, nil
}

func sorted(list []part) []part {
	slices.SortFunc(list, func(a, b part) int { return strings.Compare(a.Name+" "+a.Version, b.Name+" "+b.Version) })
	return list
}
