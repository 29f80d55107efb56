package source

import (
	"fmt"
	"slices"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

var script = language.Language{ID: "javascript", Name: "JavaScript", Extensions: []string{".js"}}

// chosen chooses of the given files, as if they were one service of several.
func chosen(t *testing.T, files map[string]string, services int, elsewhere ...string) *Set {
	t.Helper()
	p := &language.Project{Folder: languagetest.Reader(t, files).Folder("."), Language: &script}
	p.Claim.Parts = []string{"web"}
	return Choose(p, elsewhere, services)
}

func names(s *Set) (out []string) {
	for _, f := range s.Files() {
		out = append(out, f.Name)
	}
	return out
}

func TestWhatIsReadAndInWhichOrder(t *testing.T) {
	t.Parallel()
	s := chosen(t, map[string]string{
		"lib/deep/more/thing.js": "a", "server.js": "b", "config.js": "c", "other.js": "d", "page.ts": "e", // a family shares its patterns
		"server.test.js": "no", "vendor/x/index.js": "no", "vendor/x/LICENSE": "", "vendor/own.js": "no", "docs/x.js": "no", "lib.min.js": "no", "notes.md": "no", "admin/server.js": "no", "binary.js": "no\x00",
		"web/main.js": "f",
	}, 1, "admin")
	if got, want := names(s), []string{"server.js", "config.js", "web/main.js", "other.js", "page.ts", "lib/deep/more/thing.js"}; !slices.Equal(got, want) {
		t.Errorf("%q instead of %q", got, want)
	}
	if !s.File("server.js").Entry || s.File("config.js").Entry || s.File("absent.js").Text() != "" {
		t.Error("a program starts in server.js alone")
	}
	if !s.OfPart("web/main.js") || s.OfPart("webhook.js") {
		t.Error("web is the part, and nothing that only begins like it")
	}
}

func TestManyServicesShareTheReading(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for i := range 200 {
		files[fmt.Sprintf("a%03d.js", i)] = "x"
	}
	for services, want := range map[int]int{1: maxFiles, 20: 40, 500: minFiles} {
		if got := len(chosen(t, files, services).Files()); got != want {
			t.Errorf("%d services: %d files instead of %d", services, got, want)
		}
	}
	if got := names(chosen(t, files, 1).Likeliest(2)); !slices.Equal(got, []string{"a000.js", "a001.js"}) {
		t.Errorf("%q", got)
	}
}

func TestQuestions(t *testing.T) {
	t.Parallel()
	s := chosen(t, map[string]string{
		"server.js": "\n// listen(1)\nlisten(2) // here\n", "other.js": "listen(3)\n", "page.ts": "listen(4)\n",
	}, 1)
	groups := func(hits []Hit) (out []string) {
		for _, h := range hits {
			out = append(out, h.Groups[1])
		}
		return out
	}
	const listens language.Pattern = `listen\((\d+)\)`
	if got := groups(s.Grep(listens)); !slices.Equal(got, []string{"2", "3", "4"}) {
		t.Errorf("everywhere: %q", got)
	}
	if got := groups(s.GrepIn(".ts", listens)); !slices.Equal(got, []string{"4"}) {
		t.Errorf("in one language: %q", got)
	}
	ask := Question{Patterns: These(listens), Files: EntriesOnly}
	if got := s.Ask(ask); len(got) != 1 || got[0].Line != 3 || got[0].After != " // here" || got[0].Text != "listen(2) // here" {
		t.Errorf("where programs start: %+v", got)
	}
	ask.Files = 2
	if got := groups(s.Ask(ask)); !slices.Equal(got, []string{"2", "3"}) {
		t.Errorf("the likeliest two: %q", got)
	}
	if got := groups(s.Ask(Question{Patterns: These(listens), Anchors: []string{"(3)"}})); !slices.Equal(got, []string{"3"}) {
		t.Errorf("near a text: %q", got)
	}
	if got := groups(s.Ask(Question{Patterns: These(listens), Maybe: func(lines string) bool { return lines == "listen(4)\n" }})); !slices.Equal(got, []string{"4"}) {
		t.Errorf("only what may be: %q", got)
	}
}

func TestWhatAFileSays(t *testing.T) {
	t.Parallel()
	f := &File{Name: "shop/main.py", text: "from .db import Store, Cart as C\ndef openly():\n    pass\ndef open(\n    a,\n):\n    return 1\nx = 2\n"}
	if got, want := f.Body("open"), []string{"def open(", "    a,", "):", "    return 1"}; !slices.Equal(got, want) {
		t.Errorf("%q instead of %q", got, want)
	}
	if from := f.Imports(); from["Store"] != "shop/db" || from["Cart"] != "shop/db" || !SameModule(from["Cart"], "shop/db/__init__.py") {
		t.Errorf("%q", from)
	}
	if !f.ContainsFold("CART AS") || f.ContainsFold("basket") {
		t.Error("letters of any case are the same")
	}
}

func TestComments(t *testing.T) {
	t.Parallel()
	for name, lines := range map[string]map[string]bool{
		"a.py": {"# x": true, "x # y": false}, "a.rs": {"#[get]": false, "// x": true}, "a.ru": {`#\ -p 80`: false}, "a.lua": {"-- x": true}, "a.js": {"--x": false, "/* x": true},
	} {
		for line, want := range lines {
			if got := IsComment(line, name); got != want {
				t.Errorf("%s: %q: %v", name, line, got)
			}
		}
	}
}

func TestPackagesAreNoExamples(t *testing.T) {
	t.Parallel()
	for dir, skipped := range map[string]bool{
		"": false, "src/main/java/example": false, "src/main/java/com/example/shop/test": false, "api/src/main/kotlin/example/docs": false, "src/main/java": false,
		"examples/src/main/java/com/acme": true, "src/main/java/com/acme/generated": true, "src/test/java/com/acme/test": true, "src/main/resources/static": true, "example": true,
	} {
		if got := skipFolder(dir); got != skipped {
			t.Errorf("%s: skipped %v", dir, got)
		}
	}
	for name, aside := range map[string]bool{"src/main/java/acme/tools/Main.java": false, "tools/src/main/java/acme/Main.java": true} {
		if got := Aside(name); got != aside {
			t.Errorf("%s: aside %v", name, got)
		}
	}
}
