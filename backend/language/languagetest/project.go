// Package languagetest reads projects that are held in memory as the phases do,
// for tests of what is known about languages.
package languagetest

import (
	"context"
	"testing"
	"testing/fstest"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/repo"
)

// FirstGroup gives group 1 of the first pattern that matches.
func FirstGroup(patterns []language.Pattern, text string) string {
	for _, p := range patterns {
		if m := p.Regexp().FindStringSubmatch(text); m != nil {
			return m[1]
		}
	}
	return ""
}

// Reader makes a reader over a repository held in memory.
func Reader(t *testing.T, files map[string]string) *language.Reader {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, content := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(content), Mode: 0o644}
	}
	r := repo.New(fsys, "/srv/project")
	index, err := r.Index(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return language.NewReader(r, index)
}

// Project asks a language about one folder of a repository, as the phases
// do. workspace names the folder of the workspace it belongs to, "" for none.
func Project(t *testing.T, l *language.Language, files map[string]string, dir, workspace string) (*language.Project, language.Recipe) {
	t.Helper()
	reader := Reader(t, files)
	f := reader.Folder(dir)
	claim, ok := l.Claim(f)
	if !ok {
		t.Fatalf("%s does not claim %s", l.ID, dir)
	}
	p := &language.Project{Folder: f, Language: l, Claim: claim}
	if workspace != "" {
		w, ok := l.Workspace(reader.Folder(workspace))
		if !ok {
			t.Fatalf("%s is no workspace of %s", workspace, l.ID)
		}
		p.Workspace = &w
	}
	if l.Dependencies != nil {
		p.Deps = l.Dependencies(p)
	}
	if l.Version != nil {
		p.Version = l.Version(p)
	}
	if !p.Version.Found() {
		p.Version = finding.Of(l.DefaultVersion, finding.Unsure)
	}
	if l.Framework != nil {
		p.Framework = l.Framework(p)
	}
	if l.Start != nil {
		p.Start = l.Start(p)
	}
	return p, l.Recipe(p)
}

// Files is a repository: the content of each file by its path.
type Files = map[string]string

// Service reads the project in the root as the phases do, the framework by
// its dependency included.
func Service(t *testing.T, l *language.Language, in Files) (*language.Project, language.Recipe) {
	t.Helper()
	p, r := Project(t, l, in, ".", "")
	for _, f := range l.Frameworks {
		if d, ok := p.FirstUsed(f.Needs...); ok && !p.Framework.Found() {
			p.Framework = finding.Of(f.Name, finding.Certain, finding.Evidence{Rule: l.ID + ".framework", Path: d.Path, Line: d.Line})
		}
	}
	if p.Framework.Found() {
		p.Start = l.Start(p)
		r = l.Recipe(p)
	}
	return p, r
}
