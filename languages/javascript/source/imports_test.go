package source

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/language/languagetest"
)

func TestImports(t *testing.T) {
	for text, want := range map[string][]imported{
		`import a, { b } from "x"`:                    {{"x", true}},
		"import {\n  a,\n} from 'x/y'":                {{"x/y", true}},
		`import'x';import*as a from"y"`:               {{"x", true}, {"y", true}},
		`export * from './x'`:                         {{"./x", true}},
		"const a = await import(\n  './x'\n)":         {{"./x", true}},
		`require ( 'x' ); x(...require("y"))`:         {{"x", true}, {"y", true}},
		`require.resolve("x")`:                        {{"x", true}},
		`function a() { require("x") } require("y")`:  {{"x", false}, {"y", true}},
		`if (dev) require("x")`:                       {{"x", false}},
		`iffy = require("x")`:                         {{"x", true}},
		`it's = "don't" + require('x')`:               {{"x", true}},
		`Array.from("x"); resolve("x"); "x"; from ""`: nil,
		"import 'x\n'":                                nil,
		`reimport("x"); prefrom 'x'`:                  nil,
	} {
		if diff := cmp.Diff(want, importsOf(text), cmp.AllowUnexported(imported{})); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

func TestBringsIn(t *testing.T) {
	f := languagetest.Reader(t, map[string]string{
		"a.js": "import './b.js'; import './a.js'; import 'one'\nif (dev) require('./dev')", "dev.js": "import 'only-dev'",
		"b.js": "require('./c'); import('@two/x/y')", "c.ts": "import './d'; import 'three'", "d.js": "import 'four'",
	}).Folder(".")
	if got, want := BringsIn(f, "a.js", true), []string{"one", "@two/x", "three"}; !slices.Equal(got, want) {
		t.Errorf("at the top %q, want %q", got, want)
	}
	if got, want := BringsIn(f, "a.js", false), []string{"one", "@two/x", "only-dev", "three"}; !slices.Equal(got, want) {
		t.Errorf("in all %q, want %q", got, want)
	}
}

// Files that all import each other are looked at once each.
func TestBringsInACircle(t *testing.T) {
	files, all := map[string]string{}, ""
	for i := range 60 {
		all += fmt.Sprintf("require('./m%d');", i)
	}
	for i := range 60 {
		files[fmt.Sprintf("m%d.js", i)] = all + strings.Repeat(fmt.Sprintf("require('p%d');", i), 2)
	}
	if got := BringsIn(languagetest.Reader(t, files).Folder("."), "m0.js", true); len(got) != 120 {
		t.Errorf("%d packages of 60 files with two each", len(got))
	}
}
