package python

import (
	"regexp"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/pysource"
)

// health finds the documentation that FastAPI serves by itself: at /docs, at
// docs_url, or nowhere where that or openapi_url is None
// (https://fastapi.tiangolo.com/tutorial/metadata/#docs-urls).
func health(p *language.Project) finding.Finding[string] {
	plan := planOf(read(p.Folder))
	if plan.framework != "FastAPI" && p.Framework.Value != "FastAPI" {
		return finding.Finding[string]{}
	}
	const confidence = finding.Likely - 0.1 // routes and checks go before it
	framework := finding.Of("/docs", confidence, finding.Evidence{Rule: "python.framework_health", Excerpt: "FastAPI"})
	if plan.app == nil {
		return framework
	}
	f := plan.app.file
	for _, c := range f.Calls {
		if c.Line != plan.app.line || constructors[c.Full] != "FastAPI" {
			continue
		}
		for _, name := range []string{"openapi_url", "docs_url"} {
			a, given := c.Arg(name)
			if !given {
				continue
			}
			at, ok := documented(p, f, a.Tokens)
			switch {
			case !ok:
				return finding.Finding[string]{}
			case name == "docs_url":
				return finding.Of(at, confidence, p.AtLine("python.framework_health", f.path, c.Line))
			}
		}
	}
	return framework
}

// documented reads the path that an argument gives: a text, or what a constant or
// a setting of that name has for its default. ok is false for None and for what
// is not known.
func documented(p *language.Project, f sourceFile, tokens []pysource.Token) (at string, ok bool) {
	if text, plain := pysource.Text(f.Literal(tokens)); plain {
		return text, strings.HasPrefix(text, "/")
	}
	name := ""
	for _, t := range tokens {
		if t.Is("None") || t.Is("if") {
			return "", false
		}
		if t.Kind == pysource.Name {
			name = t.Text
		}
	}
	if name == "" {
		return "", false
	}
	given := regexp.MustCompile(`(?m)^\s*` + regexp.QuoteMeta(name) + `\s*(?::[^=\n]+)?=\s*["'](/[^"'\n]*)["']`)
	for _, src := range reach(p.Folder, f) {
		text, _ := p.Text(src.path)
		if m := given.FindStringSubmatch(text); m != nil {
			return m[1], true
		}
	}
	return "", false
}
