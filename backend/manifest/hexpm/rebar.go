package hexpm

import "sort"

// Rebar is what rebar.config declares.
type Rebar struct {
	Deps        []RebarDep
	Releases    []string // names of relx releases, in order
	ReleaseLine int
	Prod        bool // has a prod profile
	IncludeERTS string
	Escript     string // escript_name, "" for none
}

// RebarDep is one dependency.
type RebarDep struct {
	Name       string
	Constraint string
	Line       int
}

// ParseRebar reads rebar.config, a file of Erlang terms.
func ParseRebar(content string) (Rebar, error) {
	terms, err := parseErlTerms(content)
	if err != nil {
		return Rebar{}, err
	}
	var r Rebar
	for _, t := range terms {
		switch {
		case t.is("deps"):
			r.Deps = append(r.Deps, rebarDeps(t.items[1])...)
		case t.is("relx"):
			r.relx(t.items[1])
		case t.is("escript_name"):
			r.Escript = t.items[1].text
		case t.is("profiles"):
			for _, profile := range t.items[1].items {
				r.profile(profile)
			}
		}
	}
	sort.SliceStable(r.Deps, func(i, j int) bool { return r.Deps[i].Name < r.Deps[j].Name })
	return r, nil
}

func (r *Rebar) profile(t *erlTerm) {
	if !t.is("prod") {
		return
	}
	r.Prod = true
	for _, setting := range t.items[1].items {
		if setting.is("relx") {
			r.relx(setting.items[1])
		}
	}
}

func (r *Rebar) relx(list *erlTerm) {
	for _, t := range list.items {
		switch {
		case t.is("release"):
			name := t.items[1].text
			if t.items[1].tuple && len(t.items[1].items) > 0 {
				name = t.items[1].items[0].text
			}
			if name != "" {
				r.Releases = append(r.Releases, name)
				r.ReleaseLine = t.line
			}
		case t.is("include_erts"):
			r.IncludeERTS = t.items[1].text
		}
	}
}

// rebarDeps reads cowboy, {cowboy, "2.12.0"} and {cowboy, {git, …}}.
func rebarDeps(list *erlTerm) []RebarDep {
	var out []RebarDep
	for _, t := range list.items {
		switch {
		case t.text != "":
			out = append(out, RebarDep{Name: t.text, Line: t.line})
		case t.tuple && len(t.items) > 0 && t.items[0].text != "":
			d := RebarDep{Name: t.items[0].text, Line: t.line}
			if len(t.items) > 1 {
				d.Constraint = t.items[1].text
			}
			out = append(out, d)
		}
	}
	return out
}

// App is what an application resource file (*.app.src) says.
type App struct {
	Name string
	Mod  bool // starts a supervision tree
}

// ParseApp reads *.app.src.
func ParseApp(content string) (App, error) {
	terms, err := parseErlTerms(content)
	if err != nil {
		return App{}, err
	}
	var app App
	for _, t := range terms {
		if !t.is("application") {
			continue
		}
		app.Name = t.items[1].text
		if len(t.items) > 2 {
			for _, setting := range t.items[2].items {
				app.Mod = app.Mod || setting.is("mod") && setting.items[1].tuple
			}
		}
	}
	return app, nil
}
