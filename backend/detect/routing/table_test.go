package routing

import (
	"testing"

	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// script is a language whose routes are calls of a router.
var script = language.Language{
	ID: "javascript", Name: "JavaScript", Extensions: []string{".js"},
	Routes: []language.Pattern{`\.(?:get|use)\(\s*['"]([^'"]+)['"]`, `\badd_resource\(\s*\w+,\s*["'](/[^"']*)["']`},
}

// attributes is a language whose routes stand in attributes and in calls of
// builders, as Rust's do.
var attributes = language.Language{
	ID: "rust", Name: "Rust", Extensions: []string{".rs"},
	Routes: []language.Pattern{`\.route\(\s*"(/[^"\n]*)"\s*,\s*(?:web::)?get\b`, `#\[get\(\s*"(/[^"\n]*)"`},
}

// groups is a language whose routers are handed to functions, as Go's are.
var groups = language.Language{
	ID: "go", Name: "Go", Extensions: []string{".go"},
	Routes: []language.Pattern{`\.GET\(\s*"(/[^"\n]*)"`},
}

// table reads the given files as those of the only service, in one of the languages.
func table(t *testing.T, files map[string]string) *Table {
	t.Helper()
	p := &language.Project{Folder: languagetest.Reader(t, files).Folder("."), Language: &script}
	if _, rust := files["src/main.rs"]; rust {
		p.Language = &attributes
	} else if _, grouped := files["main.go"]; grouped {
		p.Language = &groups
	}
	return &Table{Set: source.Choose(p, nil, 1)}
}

// health is the path that is believed most, the first of equals.
func health(t *testing.T, files map[string]string) (best finding.Finding[string]) {
	t.Helper()
	for _, f := range table(t, files).Health(func() string { return "" }) {
		if f.Confidence > best.Confidence {
			best = f
		}
	}
	return best
}

func TestWhatAllRoutesStandBelow(t *testing.T) {
	t.Parallel()
	files := map[string]string{"server.js": "app.get('/health', x)"}
	if got := table(t, files).Health(func() string { return "/shop" }); len(got) != 1 || got[0].Value != "/shop/health" || got[0].Evidence[0].Rule != "health.route" {
		t.Errorf("%+v", got)
	}
	files["server.js"] = "app.get('/orders', x)"
	if got := table(t, files).Health(func() string { t.Error("nothing stands below it"); return "" }); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}
