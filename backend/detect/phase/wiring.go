package phase

import (
	"path"
	"slices"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/deployment"
	"aipack/backend/detect/extract"
	"aipack/backend/detect/handed"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/value"
	"aipack/backend/detect/wiring"
	"aipack/backend/universalbuild"
)

// wire gives the service's variables their values, and gives the reason of
// each. It stands behind all phases: it has to know the ports of the others.
func wire(s *pipeline.ServiceContext, n *wiring.Neighbours) map[string]finding.Finding[string] {
	p := wiring.Program{
		Plan: plan(s, n), Framework: s.Framework.Value, Language: s.Language.ID, Given: map[string][]wiring.Given{},
		Speaks: func(words ...string) string { return s.Facts.Speaks(words) },
	}
	p.ByJDBC = slices.Contains([]string{"java", "kotlin", "scala", "groovy"}, s.Language.ID) && handed.ByJDBC(s.Facts.Sources.Set)
	p.Forms = handed.Forms(s.Facts.Sources.Set)
	p.Clients = map[string]wiring.Client{}
	for name, c := range handed.Clients(s.Facts.Sources.Set, p.Stores) {
		p.Clients[name] = wiring.Client(c)
	}
	p.Parts = parts(s, p.Stores)
	for _, d := range s.Deps {
		if !d.Dev {
			p.Packages = append(p.Packages, d.Name)
		}
	}
	if s.Language.Settings != nil {
		for _, one := range s.Language.Settings(s.Project) {
			p.Settings = append(p.Settings, wiring.Setting{
				Variable: one.Variable, Beside: one.Beside,
				Given: wiring.Given{Text: one.Text, Host: hosts(s, p.Plan, s.Path), Why: one.Why},
			})
		}
	}
	typed(s)
	for _, v := range s.Vars {
		if setAlready(s, v.Value.Name) {
			continue
		}
		p.Variables = append(p.Variables, v.Value)
	}
	for _, g := range given(s, p.Variables) {
		composed := g.Why.Rule == "wiring.compose"
		if composed {
			g.Text = mountedPlace(s, g.Text)
		}
		p.Given[g.Name] = append(p.Given[g.Name], wiring.Given{
			Text: g.Text, Comment: g.Comment, Private: g.Own, Compose: composed,
			Host: hosts(s, p.Plan, g.Home), Why: g.Why,
		})
	}
	configured := configuration(s, &p)
	home := leftAtHome(configured)
	listening(s, &p, home)
	reasons := map[string]finding.Finding[string]{}
	for _, v := range p.Values() {
		i := slices.IndexFunc(s.Vars, func(known extract.Variable) bool { return known.Value.Name == v.Name })
		if i < 0 {
			i = len(s.Vars)
			one := extract.Read(v.Name, v.Confidence, v.Why)
			s.Vars = append(s.Vars, one)
		}
		s.Vars[i].Value.Value, s.Vars[i].Value.Type = v.Text, ""
		s.Vars[i].Value.Required = s.Vars[i].Value.Required || leadsAway(v.Text) && (home[v.Name] || s.Facts.AtHome(v.Name) || p.Clients[v.Name].Store != "" && s.Facts.Needs(v.Name)) ||
			p.Parts[v.Name].Text != "" && s.Facts.Needs(v.Name)
		reasons[v.Name] = finding.Of(v.Text, v.Confidence, v.Why)
	}
	inSources(s)
	inFiles(s, p, configured, reasons)
	sort.SliceStable(s.Vars, func(i, j int) bool { return s.Vars[i].Value.Name < s.Vars[j].Value.Name })
	return reasons
}

// typed notes what the variables are read as that a deployment has to give a value.
func typed(s *pipeline.ServiceContext) {
	var open []string
	for _, v := range s.Vars {
		if v.Value.Required && v.Value.Default == "" {
			open = append(open, v.Value.Name)
		}
	}
	types := s.Facts.Types(open)
	for i := range s.Vars {
		if v := &s.Vars[i].Value; v.Required && v.Default == "" {
			v.Type = types[v.Name]
		}
	}
}

// setAlready reports whether the image has the variable itself: where it
// listens, and what its recipe wants.
func setAlready(s *pipeline.ServiceContext, name string) bool {
	_, set := s.Recipe.Runtime.Environment[name]
	return set || name == "PORT" && !dialsPort(s) || slices.ContainsFunc(s.Settings, func(one pipeline.Setting) bool { return one.Name == name })
}

// given is what files give the variables, and the sources' own addresses of
// databases: those are secrets to everybody else.
func given(s *pipeline.ServiceContext, variables []universalbuild.Variable) []deployment.Given {
	list := s.Facts.Given()
	var open []string
	for _, v := range variables {
		if v.Default == "" && (strings.HasSuffix(v.Name, "URL") || strings.HasSuffix(v.Name, "URI") || strings.HasSuffix(v.Name, "DSN")) &&
			!slices.ContainsFunc(list, func(g deployment.Given) bool { return g.Name == v.Name }) {
			open = append(open, v.Name)
		}
	}
	found := s.Facts.Fallbacks(open)
	for _, name := range open {
		if g, ok := found[name]; ok {
			list = append(list, g)
		}
	}
	return list
}

// plan is what the names of the service's variables may speak of.
func plan(s *pipeline.ServiceContext, n *wiring.Neighbours) wiring.Plan {
	p := wiring.Plan{ID: s.Path, Names: names(s), Port: s.Port.Value, Page: s.Recipe.Static, Neighbours: n}
	for _, b := range s.Backing {
		p.Stores = append(p.Stores, b.Value)
	}
	return p
}

// neighbours are the services that listen somewhere.
func neighbours(a *pipeline.AnalysisContext) *wiring.Neighbours {
	var list []wiring.Neighbour
	for _, o := range a.Analyses() {
		if c := o.Context; c.Port.Found() {
			list = append(list, wiring.Neighbour{Path: c.Path, Names: names(c), Port: c.Port.Value, Page: c.Recipe.Static})
		}
	}
	return wiring.Among(list)
}

// names are those under which a service is known.
func names(s *pipeline.ServiceContext) []string {
	return unique([]string{nameOf(s.Service), path.Base(s.Path)})
}

// hosts says what the host names of a file lead to: by a compose file, else by
// the names of the plan's services, which are theirs in the exported one.
func hosts(s *pipeline.ServiceContext, p wiring.Plan, home string) func(string) (wiring.Place, bool) {
	lead := s.Facts.Host(home)
	return func(name string) (wiring.Place, bool) {
		store, folder := lead(name)
		if store != "" && !slices.Contains(p.Stores, store) {
			return wiring.Place{}, false
		}
		if store+folder == "" {
			folder = p.Called(name)
		}
		return wiring.Place{Store: store, Service: folder}, store+folder != ""
	}
}

// reached are the folders of the services whose addresses the service's
// variables hold: it depends on those.
func reached(s *pipeline.ServiceContext) (folders []string) {
	for _, v := range s.Vars {
		if t, err := value.Parse(v.Value.Value); err == nil {
			folders = append(folders, t.Reached()...)
		}
	}
	return folders
}

// configuration adds what the program's configuration files say of data
// services to what the rules see, where a variable overrides it.
func configuration(s *pipeline.ServiceContext, p *wiring.Program) []extract.Configured {
	if len(s.Backing) == 0 {
		return nil
	}
	list := s.Facts.Configuration()
	for _, c := range list {
		if c.Variable != "" && slices.ContainsFunc(p.Variables, func(v universalbuild.Variable) bool { return v.Name == c.Variable }) {
			p.Given[c.Variable] = append(p.Given[c.Variable], wiring.Given{Text: c.Text, Host: hosts(s, p.Plan, s.Path), Why: c.Why})
		} else if c.Variable != "" {
			p.Settings = append(p.Settings, wiring.Setting{Variable: c.Variable, Given: wiring.Given{Text: c.Text, Host: hosts(s, p.Plan, s.Path), Why: c.Why}})
		}
	}
	return list
}

// leftAtHome are the variables that go before a configuration file which has an
// address of the program's own machine: in a container it leads nowhere.
func leftAtHome(list []extract.Configured) map[string]bool {
	out := map[string]bool{}
	for _, c := range list {
		if c.Variable != "" && extract.OwnMachine(c.Text) {
			out[c.Variable] = true
		}
	}
	return out
}

// listening marks where a program listens on its own machine alone unless a
// variable says otherwise, as a compose file does: from outside it would not be
// reached.
func listening(s *pipeline.ServiceContext, p *wiring.Program, home map[string]bool) {
	for i := range p.Variables {
		v := &p.Variables[i]
		if !home[v.Name] || !strings.HasPrefix(v.Default, "0.0.0.0:") {
			continue
		}
		v.Required = true
		for j := range s.Vars {
			if s.Vars[j].Value.Name == v.Name {
				s.Vars[j].Value.Required = true
			}
		}
	}
}

// leadsAway reports whether a value is the address of a data service.
func leadsAway(text string) bool {
	t, err := value.Parse(text)
	return err == nil && slices.ContainsFunc(t, func(p value.Part) bool {
		return p.Kind == value.Store && (p.Field == "url" || p.Field == "host" || p.Field == "address")
	})
}

// inFiles says which data services only a file tells the program of: nothing
// that a deployment gives it leads there.
func inFiles(s *pipeline.ServiceContext, p wiring.Program, list []extract.Configured, reasons map[string]finding.Finding[string]) {
	said := map[string]bool{}
	for _, c := range list {
		store := p.Leads(c.Key, wiring.Given{Text: c.Text, Host: hosts(s, p.Plan, s.Path)})
		if _, written := s.Written[store]; store == "" || said[store] || c.Variable != "" || written {
			continue
		}
		said[store] = true
		for _, f := range reasons {
			if strings.Contains(f.Value, "{"+store+".") {
				store = ""
				break
			}
		}
		if store != "" {
			s.Reader().Folder(".").Warn(c.Why.Path, "address_in_file", "only "+c.Why.Path+" tells the program where "+store+" is ("+c.Key+"), and no variable is known that overrides it",
				"let a variable override it, or put a file with the address of the deployment in its place")
		}
	}
}
