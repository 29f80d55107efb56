// Package cran reads what R projects declare: DESCRIPTION, renv.lock, and the
// libraries that a script asks for. It knows no folders and runs nothing.
package cran

import (
	"encoding/json"
	"strings"

	"aipack/backend/manifest/lenient"
	"aipack/backend/manifest/pypi"
	"aipack/backend/manifest/pysource"
)

// Description is what DESCRIPTION, the manifest of an R package or project,
// says.
type Description struct {
	Package  string
	Type     string // "Package", "Shiny", "Website" …
	R        string // the constraint on R itself: ">= 4.1.0"
	Depends  []pypi.Requirement
	Imports  []pypi.Requirement
	Suggests []pypi.Requirement // for development
}

// ParseDescription reads a DESCRIPTION file (Debian control format). It never
// fails.
func ParseDescription(content string) (Description, error) {
	fields := map[string]string{}
	at := map[string]int{}
	key := ""
	for i, line := range strings.Split(content, "\n") {
		line = strings.TrimRight(line, "\r \t")
		switch {
		case line == "":
		case line[0] == ' ' || line[0] == '\t':
			fields[key] += "\n" + line
		default:
			k, v, ok := strings.Cut(line, ":")
			if key = k; ok {
				fields[key], at[key] = strings.TrimSpace(v), i+1
			}
		}
	}
	d := Description{Package: fields["Package"], Type: fields["Type"]}
	d.Depends = rList(fields["Depends"], at["Depends"])
	d.Imports = rList(fields["Imports"], at["Imports"])
	d.Suggests = rList(fields["Suggests"], at["Suggests"])
	for i, r := range d.Depends {
		if r.Name == "R" {
			d.R = r.Specifier
			d.Depends = append(d.Depends[:i:i], d.Depends[i+1:]...)
			break
		}
	}
	return d, nil
}

func rList(s string, first int) []pypi.Requirement {
	var list []pypi.Requirement
	for i, line := range strings.Split(s, "\n") {
		for _, part := range strings.Split(line, ",") {
			name, version, _ := strings.Cut(part, "(")
			if name = strings.TrimSpace(name); name != "" {
				list = append(list, pypi.Requirement{Name: name, Specifier: strings.TrimSpace(strings.Trim(version, " )")), Line: first + i})
			}
		}
	}
	return list
}

// Lock is what renv.lock pins.
type Lock struct {
	R        string // version of R
	Packages []pypi.Requirement
}

// ParseLock reads renv.lock.
func ParseLock(content string) (Lock, error) {
	var doc struct {
		R        map[string]any            `json:"R"`
		Packages map[string]map[string]any `json:"Packages"`
	}
	if err := json.Unmarshal([]byte(content), &doc); err != nil {
		return Lock{}, err
	}
	lock := Lock{R: lenient.String(doc.R, "Version")}
	for _, name := range lenient.Keys(doc.Packages) {
		lock.Packages = append(lock.Packages, pypi.Requirement{Name: name, Specifier: lenient.String(doc.Packages[name], "Version")})
	}
	return lock, nil
}

// ParseScript lists the packages that an R script installs or loads:
// install.packages(c("a", "b")), library(a), require("a"), a::b. Strings and
// comments are left out. It never fails.
func ParseScript(content string) ([]pypi.Requirement, error) {
	var list []pypi.Requirement
	seen := map[string]bool{}
	add := func(name string, line int) {
		if name != "" && !seen[name] {
			seen[name] = true
			list = append(list, pypi.Requirement{Name: name, Line: line})
		}
	}
	for _, l := range pysource.Lines(content) { // R's words, strings, brackets and comments look like Python's
		t := l.Tokens
		for i := 0; i+1 < len(t); i++ {
			name := t[i].Text
			switch {
			case t[i].Kind != pysource.Name:
			case i+2 < len(t) && t[i+1].Op(":") && t[i+2].Op(":"):
				add(name, t[i].Line)
			case !t[i+1].Op("("):
			case name == "library" || name == "require" || name == "requireNamespace":
				if i+2 < len(t) && (t[i+2].Kind == pysource.Name || t[i+2].Kind == pysource.String) {
					add(t[i+2].Text, t[i].Line)
				}
			case name == "packages" && i > 1 && t[i-1].Op(".") && t[i-2].Is("install"):
				for _, s := range firstRArgument(t[i+2:]) {
					add(s, t[i].Line)
				}
			}
		}
	}
	return list, nil
}

// firstRArgument gives the strings of "a" or c("a", "b").
func firstRArgument(t []pysource.Token) []string {
	args := pysource.Args(t)
	if len(args) == 0 {
		return nil
	}
	for _, a := range args {
		if a.Name == "" || a.Name == "pkgs" {
			return pysource.Strings(a.Tokens)
		}
	}
	return nil
}
