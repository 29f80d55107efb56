package phase

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"aipack/backend/base/finding"
	"aipack/backend/detect/extract"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/repo"
)

func TestOrderPutsNeedsFirst(t *testing.T) {
	got := order([]string{"api", "lib", "web"}, map[string][]string{"api": {"lib"}, "web": {"api", "lib"}})
	if want := []string{"lib", "api", "web"}; !reflect.DeepEqual(got.Paths, want) || got.Cycle != nil {
		t.Errorf("%+v", got)
	}
}

func TestOrderNamesACycleAndStillListsAll(t *testing.T) {
	got := order([]string{"a", "b", "c"}, map[string][]string{"a": {"b"}, "b": {"a"}})
	if len(got.Paths) != 3 || !reflect.DeepEqual(got.Cycle, []string{"a", "b"}) {
		t.Errorf("%+v", got)
	}
}

// service makes a possible service of a folder for the tests of chosen.
func service(dir string, role language.Role) *pipeline.Service {
	reader := language.NewReader(nil, &repo.Index{})
	p := &language.Project{Folder: reader.Folder(dir), Language: &language.Language{ID: "go", Name: "Go"}, Claim: language.Claim{Role: role, Confidence: 0.9}}
	return &pipeline.Service{Project: p, Confidence: 0.9}
}

// leaflet is a site that a generator of documentation makes.
func leaflet(dir string, why ...finding.Evidence) *pipeline.Service {
	s := service(dir, language.Service)
	s.Claim.Documents, s.Why = finding.Evidence{Rule: "node.documentation"}, why
	return s
}

func paths(services []*pipeline.Service) string {
	var all []string
	for _, s := range services {
		all = append(all, s.Path)
	}
	return strings.Join(all, " ")
}

func TestChosen(t *testing.T) {
	for _, c := range []struct {
		name string
		all  []*pipeline.Service
		want string
	}{
		{"services, not libraries", []*pipeline.Service{service("api", language.Service), service("lib", language.Library)}, "api"},
		{"services, not programs beside them", []*pipeline.Service{service("api", language.Service), service("cmd/tool", language.Program)}, "api"},
		{"programs where there is no service", []*pipeline.Service{service("cmd/fetch", language.Program), service("lib", language.Library)}, "cmd/fetch"},
		{"examples beside a service are left out", []*pipeline.Service{service("api", language.Service), service("examples/demo", language.Service)}, "api"},
		{"examples alone are the product", []*pipeline.Service{service("examples/demo", language.Service)}, "examples/demo"},
		{"a library with examples is a library", []*pipeline.Service{service(".", language.Library), service("examples/demo", language.Service)}, ""},
		{"hidden folders never", []*pipeline.Service{service(".github/bot", language.Service)}, ""},
		{"what could not be told is offered", []*pipeline.Service{service(".", language.Unknown)}, "."},
		{"apps/docs is an application", []*pipeline.Service{service("apps/docs", language.Service), service("apps/web", language.Service)}, "apps/docs apps/web"},
		{"a site of documentation beside an application", []*pipeline.Service{service(".", language.Service), leaflet("microsite")}, "."},
		{"beside another one", []*pipeline.Service{leaflet("handbook"), leaflet("microsite")}, "handbook microsite"},
		{"beside a library", []*pipeline.Service{service(".", language.Library), leaflet("microsite")}, "microsite"},
		{"at the root", []*pipeline.Service{leaflet("."), service("api", language.Service)}, ". api"},
		{"among the applications", []*pipeline.Service{leaflet("apps/handbook"), service("apps/web", language.Service)}, "apps/handbook apps/web"},
		{"with a container of its own", []*pipeline.Service{service(".", language.Service), leaflet("microsite", finding.Evidence{Rule: "structure.dockerfile"})}, ". microsite"},
	} {
		t.Run(c.name, func(t *testing.T) {
			kept, _ := chosen(c.all)
			if got := paths(kept); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestWhatCouldNotBeToldIsDoubtful(t *testing.T) {
	kept, _ := chosen([]*pipeline.Service{service(".", language.Unknown)})
	if len(kept) != 1 || kept[0].Confidence >= 0.5 {
		t.Errorf("%+v", kept[0])
	}
}

func TestUnique(t *testing.T) {
	if got := unique([]string{"b", "a", "b"}); !reflect.DeepEqual(got, []string{"b", "a"}) {
		t.Error(got)
	}
}

func TestEveryWorkflowPhaseNeedsTheOnesBefore(t *testing.T) {
	for _, p := range []pipeline.WorkflowPhase{Classify{}, Structure{}, Dependencies{}, BuildOrder{}, RootCache{}, Assemble{}} {
		func() {
			defer func() {
				if v := recover(); v == nil || !strings.Contains(v.(string), "has not run yet") {
					t.Errorf("%s on an empty context: %v", p.Name(), v)
				}
			}()
			_ = p.Execute(context.Background(), &pipeline.AnalysisContext{Registry: language.NewRegistry(nil)})
		}()
	}
}

func TestConfidenceOfADoubtfulServiceStaysLow(t *testing.T) {
	s := &pipeline.ServiceContext{Service: service(".", language.Unknown)}
	s.Confidence = 0.45
	s.Start = finding.Of(language.Start{Command: []string{"x"}}, finding.Certain)
	s.Port = finding.Of(80, finding.Certain)
	if c := confidence(s); c >= 0.5 {
		t.Errorf("%v", c)
	}
}

func TestARootThatOnlyHoldsItsMembers(t *testing.T) {
	w := &language.Workspace{Root: "."}
	at := func(path string, role language.Role) *language.Project {
		return &language.Project{Folder: &language.Folder{Path: path}, Claim: language.Claim{Role: role}, Workspace: w}
	}
	root, library, server := at(".", language.Library), at("crates/utils", language.Library), at("crates/server", language.Service)
	for _, c := range []struct {
		name    string
		project *language.Project
		all     []*language.Project
		want    bool
	}{
		{"a member runs", root, []*language.Project{root, library, server}, true},
		{"no member runs", root, []*language.Project{root, library}, false},
		{"a member is no root", library, []*language.Project{root, library, server}, false},
		{"the root runs itself", at(".", language.Service), []*language.Project{root, server}, false},
	} {
		if got := onlyHolds(c.project, c.all); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}

func TestNamesOfWhatServesNobody(t *testing.T) {
	for name, want := range map[string]bool{"worker": true, "mail-worker": true, "Price_Consumer": true, "web": false, "workers-api": false, "": false, "--": false} {
		if waiting(name) != want {
			t.Errorf("waiting(%q) is %t", name, !want)
		}
	}
}

// TestNativesOfWhatRuns: what development or the assets' build needs is not in
// the image that runs.
func TestNativesOfWhatRuns(t *testing.T) {
	table := []language.Native{{Needs: []string{"browser"}, Runtime: []string{"chromium"}}, {Needs: []string{"canvas*"}, Build: []string{"libcairo2-dev"}, Runtime: []string{"libcairo2"}}}
	project := func(deps ...language.Dependency) *language.Project {
		return &language.Project{Language: &language.Language{ID: "node", Natives: table}, Deps: deps}
	}
	for _, tt := range []struct {
		name           string
		main, beside   *language.Project
		build, runtime string
	}{
		{"shipped", project(language.Dependency{Name: "browser"}, language.Dependency{Name: "canvas2"}), nil, "libcairo2-dev", "chromium libcairo2"},
		{"for development", project(language.Dependency{Name: "browser", Dev: true}, language.Dependency{Name: "canvas2", Dev: true}), nil, "libcairo2-dev", ""},
		{"both", project(language.Dependency{Name: "browser", Dev: true}, language.Dependency{Name: "browser"}), nil, "", "chromium"},
		{"assets", project(), project(language.Dependency{Name: "browser"}, language.Dependency{Name: "canvas2"}), "libcairo2-dev", ""},
	} {
		s := &pipeline.ServiceContext{Service: &pipeline.Service{Project: tt.main}, Facts: &extract.Facts{}}
		if tt.beside != nil {
			s.Beside = append(s.Beside, tt.beside)
		}
		if _, err := (NativeDeps{}).Execute(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		names := func(list []pipeline.Package) string {
			var out []string
			for _, p := range list {
				out = append(out, p.Name)
			}
			return strings.Join(out, " ")
		}
		if names(s.Systems.Build) != tt.build || names(s.Systems.Runtime) != tt.runtime {
			t.Errorf("%s: build %q, runtime %q", tt.name, names(s.Systems.Build), names(s.Systems.Runtime))
		}
	}
}

// TestPartsOfAnotherProject: assets belong to the program that serves them.
func TestPartsOfAnotherProject(t *testing.T) {
	python, node := &language.Language{ID: "python"}, &language.Language{ID: "javascript"}
	at := func(l *language.Language, role language.Role, system, into string, parts ...string) *language.Project {
		return &language.Project{Language: l, Claim: language.Claim{Role: role, System: system, Into: into, Parts: parts}}
	}
	for name, c := range map[string]struct {
		dir   string
		found map[string]*language.Project
		want  string // the host's folder
	}{
		"a folder of assets":            {"assets", map[string]*language.Project{".": at(python, language.Service, "pip", ""), "assets": at(node, language.Service, "npm", "")}, "."},
		"a front end beside":            {"web", map[string]*language.Project{".": at(python, language.Service, "pip", ""), "web": at(node, language.Service, "npm", "")}, ""},
		"one that writes into it":       {"web", map[string]*language.Project{".": at(python, language.Service, "pip", ""), "web": at(node, language.Service, "npm", "shop/static")}, "."},
		"one that writes elsewhere":     {"a/web", map[string]*language.Project{"a": at(python, language.Service, "pip", ""), "a/web": at(node, language.Service, "npm", "b/static")}, ""},
		"into a library":                {"web", map[string]*language.Project{".": at(python, language.Library, "pip", ""), "web": at(node, language.Service, "npm", "shop/static")}, ""},
		"a part named over a library":   {"apps/a/assets", map[string]*language.Project{".": at(python, language.Service, "pip", "", "apps/a/assets"), "apps/a": at(python, language.Library, "pip", ""), "apps/a/assets": at(node, language.Service, "npm", "")}, "."},
		"assets of a library within it": {"apps/a/assets", map[string]*language.Project{".": at(python, language.Service, "pip", ""), "apps/a": at(python, language.Library, "pip", ""), "apps/a/assets": at(node, language.Service, "npm", "")}, ""},
	} {
		if got := hostOf(c.dir, c.found); got != c.found[c.want] {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
