package phase

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
)

// frameworkQuestion asks what a project is built on. That it is built on none
// is an answer, too: the question alone is no reason to ask.
func frameworkQuestion(s *pipeline.ServiceContext) pipeline.Question {
	same := func(v string) string { return v }
	q := question(s, &s.Framework, same, func(a pipeline.Advice) string {
		f, _ := frameworkNamed(s.Language, a.Text)
		return f.Name
	})
	if !s.Framework.Found() {
		q.Confidence = pipeline.Doubtful
	}
	q.Field, q.Form, q.Judged = "/metadata/framework", pipeline.Text, true
	q.Ask = fmt.Sprintf("Which framework is the %s program in %s built on? Quote the line that imports or declares it.", s.Language.Name, s.Path)
	q.Check = func(a pipeline.Advice) error { return frameworkOf(s.Project, a) }
	return q
}

// frameworkNamed finds a framework of the language by its name or by the name
// of the dependency that it is.
func frameworkNamed(l *language.Language, name string) (language.Framework, bool) {
	name = strings.TrimSpace(name)
	for _, f := range l.Frameworks {
		if strings.EqualFold(f.Name, name) || slices.ContainsFunc(f.Needs, func(n string) bool { return strings.EqualFold(n, name) }) {
			return f, true
		}
	}
	return language.Framework{}, false
}

// frameworkOf holds a framework against the project: it is one that aipack
// knows, and the quoted line declares it or imports it in a source that
// belongs to the program.
func frameworkOf(p *language.Project, a pipeline.Advice) error {
	f, ok := frameworkNamed(p.Language, a.Text)
	if !ok {
		return fmt.Errorf("%q is no framework of %s that aipack knows", shown(a.Text), p.Language.Name)
	}
	if a.User {
		return nil
	}
	declared, uses := p.FirstUsed(f.Needs...)
	for _, e := range a.Evidence {
		if uses && !declared.Dev && e.Path == declared.Path && strings.Contains(e.Excerpt, declared.Name) {
			return nil
		}
		if ownSource(p, e.Path) && importing().MatchString(e.Excerpt) && slices.ContainsFunc(f.Needs, func(n string) bool { return begins(e.Excerpt, n) }) {
			return nil
		}
	}
	return fmt.Errorf("the quoted line neither declares nor imports %s", f.Name)
}

var importing = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*(pub |global |static |@)?(import|from|require|require_once|require_relative|use|using|include|open|alias|extern|library)\b|\b(require|import)\s*\(|^\s*\(?:?(import|require)\b`)
})

// begins reports whether a line holds a word that begins as a dependency's
// name does: of group:artifact the group, of a pattern what stands before the
// star.
func begins(line, name string) bool {
	name, _, _ = strings.Cut(strings.TrimSuffix(name, "*"), ":")
	for at := 0; len(name) > 1; {
		i := strings.Index(line[at:], name)
		if i < 0 {
			return false
		}
		if i += at; i == 0 || !letter(line[i-1]) {
			return true
		}
		at = i + 1
	}
	return false
}

func letter(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// ownSource reports whether a file is source of the project itself: no test,
// no example, no text for people.
func ownSource(p *language.Project, name string) bool {
	if p.Path != "." && !strings.HasPrefix(name, p.Path+"/") {
		return false
	}
	own := name
	if p.Path != "." {
		own = strings.TrimPrefix(name, p.Path+"/")
	}
	if _, is := language.BesideProduct(path.Dir(own)); is || hidden(path.Dir(own)) {
		return false
	}
	base := strings.ToLower(path.Base(own))
	if strings.HasPrefix(base, "test_") || strings.Contains(base, "_test.") || strings.Contains(base, ".test.") || strings.Contains(base, ".spec.") || strings.Contains(base, "_spec.") {
		return false
	}
	speaks := func(l *language.Language) bool { return slices.Contains(l.Extensions, path.Ext(own)) }
	return path.Ext(own) != "" && (speaks(p.Language) || slices.ContainsFunc(p.Beside, func(b *language.Project) bool { return speaks(b.Language) }))
}

// remark reports whether a line is a comment in any language's way.
func remark(line string) bool {
	line = strings.TrimSpace(line)
	return slices.ContainsFunc([]string{"//", "#", "--", "/*", "*", ";", "%", "<!--", `"""`, "'''"}, func(begin string) bool { return strings.HasPrefix(line, begin) })
}
