// Package clojars reads what Clojure projects declare: deps.edn and Leiningen's
// project.clj. It evaluates nothing.
package clojars

import (
	"errors"

	"aipack/backend/manifest/keyvalue"
)

// Leiningen is a project.clj.
type Leiningen struct {
	Name         string
	Version      string
	Dependencies []Dependency
	Plugins      []Dependency
	Main         keyvalue.Value // namespace
	AOT          bool           // something is compiled ahead for the uberjar
	RingHandler  keyvalue.Value
	RingPort     keyvalue.Value
	UberjarName  string
	JavaTarget   keyvalue.Value // -target or --release of :javac-options
}

// Dependency is one library; Dev when it stands in a profile or alias.
type Dependency struct {
	Name    string // group/artifact, or artifact where both are the same
	Version string
	Dev     bool
	Line    int
}

// ParseLeiningen reads a project.clj.
func ParseLeiningen(content string) (Leiningen, error) {
	forms, err := parseEDN(content)
	if err != nil {
		return Leiningen{}, err
	}
	for _, f := range forms {
		if f.Kind == ednList && len(f.Items) >= 3 && f.Items[0].Text == "defproject" {
			return leiningen(f.Items), nil
		}
	}
	return Leiningen{}, errors.New("no (defproject …) in it")
}

func leiningen(items []ednValue) Leiningen {
	l := Leiningen{Name: items[1].Text, Version: items[2].Text}
	settings := items[3:]
	l.Dependencies = leinDependencies(lookup(settings, "dependencies"), false)
	l.Plugins = leinDependencies(lookup(settings, "plugins"), false)
	l.Main = ednText(lookup(settings, "main"))
	l.RingHandler = ednText(lookup(settings, "ring").get("handler"))
	l.RingPort = ednText(lookup(settings, "ring").get("port"))
	l.UberjarName = lookup(settings, "uberjar-name").Text
	l.AOT = lookup(settings, "aot").Kind != ednNone
	javac := lookup(settings, "javac-options").Items
	for i := 0; i+1 < len(javac); i++ {
		if javac[i].Text == "-target" || javac[i].Text == "--release" {
			l.JavaTarget = ednText(javac[i+1])
		}
	}
	profiles := lookup(settings, "profiles").Items
	for i := 0; i+1 < len(profiles); i += 2 {
		p := profiles[i+1]
		if profiles[i].Text != "uberjar" {
			l.Dependencies = append(l.Dependencies, leinDependencies(p.get("dependencies"), true)...)
			continue
		}
		l.AOT = l.AOT || p.get("aot").Kind != ednNone
		if name := p.get("uberjar-name").Text; name != "" {
			l.UberjarName = name
		}
		if main := ednText(p.get("main")); l.Main.Text == "" {
			l.Main = main
		}
	}
	return l
}

func ednText(v ednValue) keyvalue.Value {
	return keyvalue.Value{Text: v.Text, Raw: v.Text, Literal: v.Kind == ednString, Line: v.Line}
}

func leinDependencies(list ednValue, dev bool) []Dependency {
	var out []Dependency
	for _, d := range list.Items {
		if d.Kind != ednVector || len(d.Items) == 0 {
			continue
		}
		dep := Dependency{Name: d.Items[0].Text, Dev: dev, Line: d.Line}
		if len(d.Items) > 1 && d.Items[1].Kind == ednString {
			dep.Version = d.Items[1].Text
		}
		out = append(out, dep)
	}
	return out
}

// Deps is a deps.edn.
type Deps struct {
	Paths        []string
	Dependencies []Dependency
	Aliases      []Alias // in the order of the file
}

// Alias is an alias that can be run: clojure -M:name (main options) or
// clojure -T:name, -X:name (a function with its arguments).
type Alias struct {
	Name        string
	MainOptions []string
	Function    string            // :exec-fn
	Namespace   string            // :ns-default, for -T:build uber
	Arguments   map[string]string // :exec-args, texts only
	Line        int
}

// ParseDeps reads a deps.edn.
func ParseDeps(content string) (Deps, error) {
	forms, err := parseEDN(content)
	if err != nil {
		return Deps{}, err
	}
	if len(forms) == 0 || forms[0].Kind != ednMap {
		return Deps{}, errors.New("not a map")
	}
	var c Deps
	for _, p := range forms[0].get("paths").Items {
		c.Paths = append(c.Paths, p.Text)
	}
	c.Dependencies = depsLibraries(forms[0].get("deps"))
	aliases := forms[0].get("aliases").Items
	for i := 0; i+1 < len(aliases); i += 2 {
		c.Aliases = append(c.Aliases, clojureAlias(aliases[i], aliases[i+1]))
	}
	return c, nil
}

func clojureAlias(name, v ednValue) Alias {
	a := Alias{
		Name: name.Text, Line: name.Line, Arguments: map[string]string{},
		Function: v.get("exec-fn").Text, Namespace: v.get("ns-default").Text,
	}
	for _, o := range v.get("main-opts").Items {
		text := o.Text
		if o.Kind == ednKeyword {
			text = ":" + text
		}
		a.MainOptions = append(a.MainOptions, text)
	}
	args := v.get("exec-args").Items
	for i := 0; i+1 < len(args); i += 2 {
		a.Arguments[args[i].Text] = args[i+1].Text
	}
	return a
}

func depsLibraries(m ednValue) []Dependency {
	var out []Dependency
	for i := 0; i+1 < len(m.Items); i += 2 {
		out = append(out, Dependency{
			Name: m.Items[i].Text, Version: m.Items[i+1].get("mvn/version").Text, Line: m.Items[i].Line,
		})
	}
	return out
}
