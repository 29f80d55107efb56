package manifest

import (
	"encoding/json"
	"strings"
)

// RDescription is what DESCRIPTION, the manifest of an R package or project,
// says.
type RDescription struct {
	Package  string
	Type     string // "Package", "Shiny", "Website" …
	R        string // the constraint on R itself: ">= 4.1.0"
	Depends  []Requirement
	Imports  []Requirement
	Suggests []Requirement // for development
}

// ParseRDescription reads a DESCRIPTION file (Debian control format). It never
// fails.
func ParseRDescription(content string) (RDescription, error) {
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
	d := RDescription{Package: fields["Package"], Type: fields["Type"]}
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

func rList(s string, first int) []Requirement {
	var list []Requirement
	for i, line := range strings.Split(s, "\n") {
		for _, part := range strings.Split(line, ",") {
			name, version, _ := strings.Cut(part, "(")
			if name = strings.TrimSpace(name); name != "" {
				list = append(list, Requirement{Name: name, Specifier: strings.TrimSpace(strings.Trim(version, " )")), Line: first + i})
			}
		}
	}
	return list
}

// RenvLock is what renv.lock pins.
type RenvLock struct {
	R        string // version of R
	Packages []Requirement
}

// ParseRenvLock reads renv.lock.
func ParseRenvLock(content string) (RenvLock, error) {
	var doc struct {
		R        map[string]any            `json:"R"`
		Packages map[string]map[string]any `json:"Packages"`
	}
	if err := json.Unmarshal([]byte(content), &doc); err != nil {
		return RenvLock{}, err
	}
	lock := RenvLock{R: tomlString(doc.R, "Version")}
	for _, name := range keysOf(doc.Packages) {
		lock.Packages = append(lock.Packages, Requirement{Name: name, Specifier: tomlString(doc.Packages[name], "Version")})
	}
	return lock, nil
}

// ParseRScript lists the packages that an R script installs or loads:
// install.packages(c("a", "b")), library(a), require("a"), a::b. Strings and
// comments are left out. It never fails.
func ParseRScript(content string) ([]Requirement, error) {
	var list []Requirement
	seen := map[string]bool{}
	add := func(name string, line int) {
		if name != "" && !seen[name] {
			seen[name] = true
			list = append(list, Requirement{Name: name, Line: line})
		}
	}
	for _, l := range pyLines(content) { // R's words, strings, brackets and comments look like Python's
		t := l.tokens
		for i := 0; i+1 < len(t); i++ {
			name := t[i].Text
			switch {
			case t[i].Kind != PyName:
			case i+2 < len(t) && t[i+1].op(":") && t[i+2].op(":"):
				add(name, t[i].Line)
			case !t[i+1].op("("):
			case name == "library" || name == "require" || name == "requireNamespace":
				if i+2 < len(t) && (t[i+2].Kind == PyName || t[i+2].Kind == PyString) {
					add(t[i+2].Text, t[i].Line)
				}
			case name == "packages" && i > 1 && t[i-1].op(".") && t[i-2].is("install"):
				for _, s := range firstRArgument(t[i+2:]) {
					add(s, t[i].Line)
				}
			}
		}
	}
	return list, nil
}

// firstRArgument gives the strings of "a" or c("a", "b").
func firstRArgument(t []PyToken) []string {
	args := pyArgs(t)
	if len(args) == 0 {
		return nil
	}
	for _, a := range args {
		if a.Name == "" || a.Name == "pkgs" {
			return pyStrings(a.Tokens)
		}
	}
	return nil
}
