// Package credential knows files that sign somebody in: by their names, by what
// stands in them, and which of them a program reads from beside its sources. It
// does not know what a build is, and repeats no secret.
package credential

import (
	"path"
	"slices"
	"strings"
	"sync"
)

// Kind is one kind of file that holds a credential.
type Kind struct {
	What   string   // for a sentence: "npm's settings with a token"
	Source string   // where the format, or the name, is documented
	Names  []string // of one name ("id_rsa", "*.p12"), with the folders above it (".kube/config"), or of a folder ("/" at its end)

	// Always says that the name alone is reason enough to leave the file out,
	// wherever it lies. Where Holds is there too, a file that holds none is public.
	Always bool

	// Holds gives the secrets in a file's text, none where it has none. nil: the
	// name says all.
	Holds func(text string) []Held

	// Inside gives the secrets of a file that is left out whatever it holds: one
	// without is no credential.
	Inside func(text string) []Held

	// Settings says that such a file also tells how a program is built or run: who
	// hides its secrets leaves the rest to be read.
	Settings bool

	// Beside says that programs read such a file from beside their sources: what
	// they name is needed.
	Beside bool
}

// Held is a secret within a text.
type Held struct {
	Line  int    // from 1
	Value string // as it stands there
}

// Found is a file that holds a credential.
type Found struct {
	Path string // slash-separated, relative to what was searched
	What string // what it is: see Kind
	Line int    // of the first secret, from 1; 0 where the name says it
}

// Patterns lists what is left out of an image by name alone, as a .dockerignore
// has it. Examples stay.
func Patterns() []string {
	var out []string
	for _, k := range kinds() {
		if !k.Always {
			continue
		}
		for _, n := range k.Names {
			out = append(out, "**/"+strings.TrimSuffix(n, "/"))
		}
	}
	for _, word := range exampleWords[:4] {
		out = append(out, "!**/.env."+word)
	}
	return out
}

// Named gives the kind that a file's name tells. A folder's name speaks for all
// that lies below it.
func Named(file string) (Kind, bool) {
	if Example(file) {
		return Kind{}, false
	}
	return kindOf(file)
}

// kindOf is Named, for examples too.
func kindOf(file string) (Kind, bool) {
	segments := strings.Split(strings.ToLower(path.Clean(file)), "/")
	base := segments[len(segments)-1]
	index := byName()
	for _, p := range index.exact[base] {
		if ends(segments, p.parts) {
			return *p.kind, true
		}
	}
	for _, p := range index.wild {
		if !strings.HasPrefix(base, p.begins) || !strings.HasSuffix(base, p.ends) {
			continue // the usual case, for many thousand names
		}
		if ok, err := path.Match(p.parts[len(p.parts)-1], base); err == nil && ok && ends(segments, p.parts) {
			return *p.kind, true
		}
	}
	for i := range segments[:len(segments)-1] {
		for _, p := range index.folders[segments[i]] {
			if ends(segments[:i+1], p.parts) {
				return *p.kind, true
			}
		}
	}
	return Kind{}, false
}

// named is a name of a kind, in parts and lower case: Windows and macOS do not
// tell NuGet.Config from nuget.config.
type named struct {
	parts []string
	kind  *Kind

	begins, ends string // what stands around the wildcards of the last part
}

// wildcards are the characters of path.Match that do not stand for themselves.
const wildcards = `*?[]\`

type names struct {
	exact, folders map[string][]named
	wild           []named
}

var byName = sync.OnceValue(func() names {
	index := names{exact: map[string][]named{}, folders: map[string][]named{}}
	list := kinds()
	for i := range list {
		for _, n := range list[i].Names {
			lower := strings.ToLower(n)
			one := named{parts: strings.Split(strings.TrimSuffix(lower, "/"), "/"), kind: &list[i]}
			last := one.parts[len(one.parts)-1]
			switch {
			case strings.HasSuffix(n, "/"):
				index.folders[last] = append(index.folders[last], one)
			case strings.ContainsAny(last, wildcards):
				one.begins, one.ends = last[:strings.IndexAny(last, wildcards)], last[strings.LastIndexAny(last, wildcards)+1:]
				index.wild = append(index.wild, one)
			default:
				index.exact[last] = append(index.exact[last], one)
			}
		}
	}
	return index
})

// ends reports whether a path ends with these parts, the last of which may be a
// pattern that has matched.
func ends(segments, parts []string) bool {
	if len(parts) > len(segments) {
		return false
	}
	tail := segments[len(segments)-len(parts):]
	for i, p := range parts {
		if p != tail[i] && (i < len(parts)-1 || !strings.ContainsAny(p, "*?[")) {
			return false
		}
	}
	return true
}

// exampleWords are what people call a file that only shows a form.
var exampleWords = []string{"example", "sample", "template", "dist", "tmpl", "tpl", "skeleton"}

// Example reports whether a file's name says that it only shows a form.
func Example(file string) bool {
	base := strings.ToLower(path.Base(file))
	if !strings.ContainsAny(base[1:], "._-") {
		return false
	}
	words := strings.FieldsFunc(base, func(r rune) bool { return r == '.' || r == '-' || r == '_' })
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(exampleWords, strings.TrimSuffix(w, "s")) })
}

// In says what a file holds, by its name or, for one that is no source of a
// program, by what stands in it. Text is its beginning; "" where it is not known.
func In(file, text string) (Found, bool) {
	k, held, ok := Holding(file, text)
	switch {
	case !ok:
		return Found{}, false
	case len(held) == 0:
		return Found{file, k.What, 0}, true
	}
	return Found{file, k.What, held[0].Line}, true
}

// Values lists the secrets of a file, so that they can be hidden where a program
// repeats them.
func Values(file, text string) []string {
	var out []string
	_, held, _ := Holding(file, text)
	for _, h := range held {
		out = append(out, h.Value)
	}
	return out
}

// Holding gives the kind of a file that holds a credential and, where the name
// is not all that is known, the secrets.
func Holding(file, text string) (Kind, []Held, bool) {
	if k, named := Named(file); named {
		switch {
		case k.Inside != nil:
			held := k.Inside(text)
			return k, held, len(held) > 0
		case k.Holds == nil:
			_, held := formed(file, text)
			return k, held, true
		}
		if held := k.Holds(text); len(held) > 0 {
			return k, held, true
		}
	}
	k, held := formed(file, text)
	return k, held, len(held) > 0
}
