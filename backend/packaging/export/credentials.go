package export

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/bounded"
	"aipack/backend/repo"
	"aipack/backend/secret/credential"
	"aipack/backend/universalbuild"
)

// Credentials are those that lie in the folders that are sent to builds, by the
// folder.
type Credentials map[string]Found

// Found is what was found in a folder that is sent to a build.
type Found struct {
	credential.Findings
	OwnIgnore string // the patterns of the project's own .dockerignore, a line each
}

// Search looks for credentials in what the documents' builds would be sent of a
// project, of which in says what is known; what git
// ignores is looked at all the same, because a build gets it too.
func Search(ctx context.Context, project *repo.Tree, documents []universalbuild.UniversalBuild, in Known) (Credentials, error) {
	found := Credentials{}
	dirs, byDir := contexts(documents)
	inside, known := in.within(dirs), map[string]func(string) bool{} // by the text: many contexts leave out the same
	for _, dir := range dirs {
		docs := byDir[dir]
		folder := cmp.Or(strings.TrimPrefix(path.Join("/", dir), "/"), ".") // as a proof takes it, whatever the document says
		own := ownIgnore(project, folder)
		ignore := ignored(docs, inside[dir], own)
		sent := known[ignore]
		if sent == nil {
			var err error
			if sent, err = sentWithout(ignore); err != nil {
				return nil, err
			}
			known[ignore] = sent
		}
		search := credential.Search{Sent: sent}
		for _, d := range docs {
			search.Needed = append(search.Needed, copied(d)...)
			if d.Metadata.Framework == "Symfony" {
				search.Needed = append(search.Needed, committed(d))
			}
		}
		one, err := search.Look(ctx, project, folder)
		switch {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, repo.ErrNotFolder), errors.Is(err, repo.ErrOutside):
			continue // nothing is sent from there
		case err != nil:
			return nil, err
		}
		found[dir] = Found{one, own}
	}
	return found, nil
}

// SearchIn is Search for a project's folder that nobody has opened yet.
func SearchIn(ctx context.Context, dir string, documents []universalbuild.UniversalBuild, in Known) (Credentials, error) {
	project, err := repo.Open(dir)
	if err != nil {
		return nil, err
	}
	defer project.Close()
	return Search(ctx, project, documents, in)
}

// Explore is Search for a project of which nothing is known yet; it says what is.
func Explore(ctx context.Context, project *repo.Tree, documents []universalbuild.UniversalBuild) (Known, Credentials, error) {
	index, err := project.Index(ctx)
	if err != nil {
		return Known{}, nil, err
	}
	in := KnownOf(index)
	found, err := Search(ctx, project, documents, in)
	return in, found, err
}

// Sentences says, a line each, which credentials come into an image all the same, and
// what was left out of it.
func (c Credentials) Told() (in, out []string) {
	for _, dir := range slices.Sorted(maps.Keys(c)) {
		for _, k := range c[dir].In {
			in = append(in, k.Told(dir))
		}
		for _, f := range c[dir].Out {
			out = append(out, path.Join(dir, f.Path)+" ("+f.What+")")
		}
	}
	return in, out
}

// sentWithout reports of files whether a build gets them, by the text of a
// .dockerignore.
func sentWithout(ignore string) (func(string) bool, error) {
	ignored, err := bounded.Ignored(ignore)
	if err != nil {
		return nil, err
	}
	return func(file string) bool {
		out, err := ignored(file)
		return err != nil || !out
	}, nil
}

// credentials writes what keeps them out: by name, wherever they lie, then the
// files whose text says so, and back again what the build needs or what holds
// none. The last pattern that matches counts.
func credentials(needed []string, found credential.Findings) []string {
	patterns := credential.Patterns()
	for _, f := range found.Out {
		if k, named := credential.Named(f.Path); !named || !k.Always {
			patterns = append(patterns, Literally(f.Path))
		}
	}
	var back []string
	for _, n := range needed {
		if k, named := credential.Named(n); named && k.Always {
			back = append(back, "!"+path.Clean(n))
		}
	}
	for _, k := range found.In {
		if kind, named := credential.Named(k.Path); named && kind.Always {
			back = append(back, "!"+Literally(k.Path))
		}
	}
	for _, p := range found.Public {
		back = append(back, "!"+Literally(p))
	}
	slices.Sort(back)
	return append(patterns, slices.Compact(back)...)
}

// Literally writes a path as a pattern that matches it and nothing else. What no
// line of a .dockerignore can hold, or would lose there, is any one character.
func Literally(file string) string {
	var b strings.Builder
	for i, r := range file {
		switch {
		case r < ' ' || r == 0x7f || r == ' ' && (i == 0 || i == len(file)-1):
			b.WriteByte('?')
		case strings.ContainsRune(`*?[]\`, r):
			b.WriteString(`\` + string(r))
		default:
			b.WriteRune(r)
		}
	}
	if s := b.String(); !strings.HasPrefix(s, "#") && !strings.HasPrefix(s, "!") {
		return s
	}
	return "/" + b.String()
}
