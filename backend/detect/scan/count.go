package scan

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
)

// count goes over the files once: extensions to languages, names to manifests.
func (v *Inventory) count(languages *language.Registry) {
	known := newManifests(languages)
	extensions := map[string]int{}
	for _, f := range v.Index.Files {
		name := f.Name()
		if dot := strings.LastIndexByte(name, '.'); dot > 0 && dot < len(name)-1 {
			extensions[name[dot:]]++
		}
		if m, ok := known.find(name); ok {
			v.Manifests = append(v.Manifests, Manifest{
				Path: f.Path, Type: typeOf(m.Name, name), Priority: m.Priority, Lock: m.Lock,
				Depth: strings.Count(f.Path, "/"),
			})
		}
	}
	if len(v.Manifests) == 0 {
		v.Manifests = strangers(v.Index)
	}
	slices.SortFunc(v.Manifests, func(a, b Manifest) int {
		return cmp.Or(a.Depth-b.Depth, a.Priority-b.Priority, strings.Compare(a.Path, b.Path))
	})
	v.Summary.Languages = shares(extensions, languages, v.limits.TopUnknown)
}

func shares(extensions map[string]int, languages *language.Registry, top int) Languages {
	var out Languages
	at := map[string]int{} // language to its place in out.Known
	unknown := map[string]int{}
	for ext, n := range extensions {
		ext = strings.ToLower(ext)
		l, ok := languages.ByExtension("x" + ext)
		if !ok {
			unknown[ext] += n
			out.UnknownFiles += n
			if !slices.Contains(everyday(), ext) {
				out.StrangeFiles += n
			}
			continue
		}
		i, ok := at[l.ID]
		if !ok {
			i = len(out.Known)
			at[l.ID] = i
			out.Known = append(out.Known, Share{ID: l.ID, Name: l.Name})
		}
		out.Known[i].Files += n
		if !slices.Contains(out.Known[i].Extensions, ext) {
			out.Known[i].Extensions = append(out.Known[i].Extensions, ext)
		}
		out.KnownFiles += n
	}
	for i := range out.Known {
		out.Known[i].Percent = 100 * float64(out.Known[i].Files) / float64(out.KnownFiles+out.UnknownFiles)
		slices.Sort(out.Known[i].Extensions)
	}
	slices.SortFunc(out.Known, func(a, b Share) int {
		return cmp.Or(b.Files-a.Files, strings.Compare(a.Name, b.Name))
	})
	for ext, n := range unknown {
		out.UnknownTail = append(out.UnknownTail, Extension{ext, n})
	}
	slices.SortFunc(out.UnknownTail, func(a, b Extension) int {
		return cmp.Or(b.Files-a.Files, strings.Compare(a.Name, b.Name))
	})
	top = min(top, len(out.UnknownTail))
	out.UnknownTop, out.UnknownTail = out.UnknownTail[:top:top], out.UnknownTail[top:]
	return out
}

// manifests finds a manifest by a file's name: exact, or by what it ends in.
type manifests struct {
	exact   map[string]language.Manifest
	byExt   map[string][]language.Manifest // "*.csproj" by ".csproj"
	endings []language.Manifest            // without a dot to look up by
}

func newManifests(languages *language.Registry) manifests {
	m := manifests{exact: map[string]language.Manifest{}, byExt: map[string][]language.Manifest{}}
	for _, known := range languages.Manifests() {
		suffix, star := strings.CutPrefix(known.Name, "*")
		switch ext := path.Ext(suffix); {
		case !star:
			m.exact[known.Name] = known
		case ext != "":
			m.byExt[ext] = append(m.byExt[ext], known)
		default:
			m.endings = append(m.endings, known)
		}
	}
	return m
}

func (m manifests) find(name string) (language.Manifest, bool) {
	if known, ok := m.exact[name]; ok {
		return known, true
	}
	for _, list := range [][]language.Manifest{m.byExt[path.Ext(name)], m.endings} {
		for _, known := range list {
			if strings.HasSuffix(name, known.Name[1:]) {
				return known, true
			}
		}
	}
	return language.Manifest{}, false
}

// typeOf names a manifest's type as the specification's examples do:
// "Cargo.toml" is CargoToml.
func typeOf(pattern, name string) string {
	switch name {
	case "pnpm-workspace.yaml":
		return "PnpmWorkspace"
	case "pyproject.toml":
		return "PyProjectToml"
	}
	var b strings.Builder
	for _, part := range strings.FieldsFunc(strings.TrimLeft(pattern, "*"), func(c rune) bool {
		return c == '.' || c == '-' || c == '_'
	}) {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}
