package hexpm

import (
	"sort"
	"strings"
)

// Mix is what mix.exs declares. It is an Elixir program; this reads the
// keyword lists and tuples of the usual shape and passes over the rest.
type Mix struct {
	App      string
	Version  string
	Elixir   string // requirement: "~> 1.15"
	Line     int    // of the requirement
	AppsPath string // folder of an umbrella's applications, "" for none
	HasMod   bool   // the application starts a supervision tree
	Escript  bool
	Package  bool // carries the metadata of a published library
	Releases []string
	Aliases  []string
	Deps     []MixDep
}

// MixDep is one dependency.
type MixDep struct {
	Name       string
	Constraint string
	Only       []string // environments; none: all
	Path       string
	InUmbrella bool
	Line       int
}

// Dev reports whether production leaves the dependency out.
func (d MixDep) Dev() bool {
	for _, e := range d.Only {
		if e == "prod" {
			return false
		}
	}
	return len(d.Only) > 0
}

// ParseMix reads mix.exs. It never fails: what it does not know it skips.
func ParseMix(content string) (Mix, error) {
	toks := lexElixir(content)
	m := Mix{}
	attributes := map[string]string{}
	for i, t := range toks {
		next := elixirAt(toks, i+1)
		switch {
		case t.kind == elixirAttribute && next.kind == elixirString:
			attributes[t.text] = next.text
		case t.kind != elixirLabel:
		case t.text == "app" && next.kind == elixirAtom && m.App == "" && elixirWord(next.text, 0) == len(next.text):
			m.App = next.text
		case t.text == "version" && m.Version == "":
			m.Version = elixirText(next, attributes)
		case t.text == "elixir" && m.Elixir == "":
			m.Elixir, m.Line = elixirText(next, attributes), t.line
		case t.text == "apps_path" && m.AppsPath == "":
			m.AppsPath = elixirText(next, attributes)
		case t.text == "mod" && next.text == "{":
			m.HasMod = true
		case t.text == "escript":
			m.Escript = true
		case t.text == "package" && next.kind != elixirString:
			m.Package = true
		case t.text == "releases" && m.Releases == nil:
			m.Releases = elixirLabels(elixirList(toks, i+1))
		case t.text == "aliases" && m.Aliases == nil:
			m.Aliases = elixirLabels(elixirList(toks, i+1))
		case t.text == "deps" && m.Deps == nil:
			m.Deps = mixDeps(elixirLists(toks, i+1), attributes)
		}
	}
	return m, nil
}

// elixirList gives the tokens of the value at i: a list written there, or the
// bodies of the function that is called there.
func elixirList(toks []elixirToken, i int) []elixirToken {
	if elixirAt(toks, i).text == "[" {
		return elixirBalanced(toks, i)
	}
	if elixirAt(toks, i).kind != elixirIdent {
		return nil
	}
	name := toks[i].text
	var out []elixirToken
	for j := range toks {
		if (toks[j].text != "def" && toks[j].text != "defp") || elixirAt(toks, j+1).text != name {
			continue
		}
		end := j + 2
		for end < len(toks) && !(toks[end].kind == elixirIdent && (toks[end].text == "def" || toks[end].text == "defp" || toks[end].text == "defmodule")) {
			end++
		}
		for k := j + 2; k < end; k++ {
			if toks[k].text == "[" && toks[k].kind == elixirPunct {
				list := elixirBalanced(toks[:end], k)
				out = append(out, list...)
				k += len(list)
			}
		}
	}
	return out
}

// mixMaxCalls bounds how many functions one value is gathered from.
const mixMaxCalls = 8

// elixirLists gives the tokens of all lists that the expression at i is made
// of: "deps()", "common() ++ [{:a, "1.0"}]", "with_lock(target_deps() ++ deps())".
func elixirLists(toks []elixirToken, i int) []elixirToken {
	var out []elixirToken
	calls := map[string]bool{}
	depth := 0
	for j := i; j < len(toks); j++ {
		t := toks[j]
		if t.kind == elixirPunct {
			switch {
			case t.text == "[":
				list := elixirBalanced(toks, j)
				out = append(out, list...)
				j += len(list) + 1
			case t.text == "(" || t.text == "{":
				depth++
			case depth == 0 && (t.text == "," || t.text == "]" || t.text == ")" || t.text == "}"):
				return out
			case t.text == ")" || t.text == "}":
				depth--
			}
			continue
		}
		if t.kind == elixirIdent && !calls[t.text] && len(calls) < mixMaxCalls {
			calls[t.text] = true
			out = append(out, elixirList(toks, j)...)
		}
	}
	return out
}

// elixirBalanced gives the tokens between the bracket at i and its partner.
func elixirBalanced(toks []elixirToken, i int) []elixirToken {
	depth := 0
	for j := i; j < len(toks); j++ {
		if toks[j].kind != elixirPunct {
			continue
		}
		switch toks[j].text {
		case "[", "{", "(":
			depth++
		case "]", "}", ")":
			if depth--; depth == 0 {
				return toks[i+1 : j]
			}
		}
	}
	return toks[i+1:]
}

// elixirLabels lists the keys of a keyword list, without those of lists
// within, sorted.
func elixirLabels(toks []elixirToken) []string {
	out := []string{}
	depth := 0
	for _, t := range toks {
		switch {
		case t.kind == elixirPunct && strings.Contains("[{(", t.text):
			depth++
		case t.kind == elixirPunct && strings.Contains("]})", t.text):
			depth--
		case t.kind == elixirLabel && depth == 0:
			out = append(out, t.text)
		}
	}
	sort.Strings(out)
	return out
}

// mixDeps reads the tuples of a dependency list.
func mixDeps(toks []elixirToken, attributes map[string]string) []MixDep {
	deps := []MixDep{}
	for i := 0; i < len(toks); i++ {
		if toks[i].kind != elixirPunct || toks[i].text != "{" || elixirAt(toks, i+1).kind != elixirAtom {
			continue
		}
		tuple := elixirBalanced(toks, i)
		d := MixDep{Name: tuple[0].text, Line: tuple[0].line}
		label := ""
		for _, t := range tuple[1:] {
			switch {
			case t.kind == elixirLabel:
				label = t.text
			case label == "" && (t.kind == elixirString || t.kind == elixirAttribute) && d.Constraint == "":
				d.Constraint = elixirText(t, attributes)
			case label == "only" && t.kind == elixirAtom:
				d.Only = append(d.Only, t.text)
			case label == "path" && t.kind == elixirString && d.Path == "":
				d.Path = t.text
			case label == "in_umbrella" && t.text == "true":
				d.InUmbrella = true
			}
		}
		deps = append(deps, d)
		i += len(tuple) + 1
	}
	sort.SliceStable(deps, func(i, j int) bool { return deps[i].Name < deps[j].Name })
	return deps
}

// ParseMixLock reads the names and versions of mix.lock. A dependency from
// git has the commit for its version.
func ParseMixLock(content string) (map[string]string, error) {
	locked := map[string]string{}
	toks := lexElixir(content)
	for i := 0; i+6 < len(toks); i++ {
		// "name": {:hex, :package, "1.2.3", …} or {:git, "url", "commit", …}
		if toks[i].kind == elixirLabel && toks[i+1].text == "{" && toks[i+2].kind == elixirAtom && toks[i+6].kind == elixirString {
			locked[toks[i].text] = toks[i+6].text
		}
	}
	return locked, nil
}

func elixirAt(toks []elixirToken, i int) elixirToken {
	if i < len(toks) {
		return toks[i]
	}
	return elixirToken{}
}

// elixirText gives the text of a string, or of the module attribute that
// stands for one.
func elixirText(t elixirToken, attributes map[string]string) string {
	switch t.kind {
	case elixirString:
		return t.text
	case elixirAttribute:
		return attributes[t.text]
	}
	return ""
}
