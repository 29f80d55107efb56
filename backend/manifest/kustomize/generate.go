package kustomize

import (
	"path"
	"strings"

	"aipack/backend/manifest/placed"
)

// maxGenerated bounds the entries of one generator.
const maxGenerated = 1000

// generated makes the ConfigMaps and Secrets of a kustomization, without the hash
// that kustomize puts to their names. behavior merge adds to one that is there,
// replace takes its place
// (https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/configmapgenerator/).
func (b *builder) generated(dir, file string, k *placed.Value, own []Resource) []Resource {
	for _, g := range []struct{ list, kind, data string }{
		{"configMapGenerator", "ConfigMap", "data"}, {"secretGenerator", "Secret", "stringData"},
	} {
		for _, entry := range k.Get(g.list).List() {
			name := entry.Get("name").String()
			if name == "" {
				continue
			}
			data := b.data(dir, entry)
			if old, ok := called(own, g.kind, name); ok && entry.Get("behavior").String() == "merge" {
				for _, p := range data.Pairs {
					held := old.Get(g.data)
					if !held.IsMap() {
						held = &placed.Value{At: entry.Place()}
						old.Set(g.data, entry.Place(), held)
					}
					held.Set(p.Key, p.At, p.Value)
				}
				continue
			} else if ok && entry.Get("behavior").String() == "replace" {
				old.Set(g.data, entry.Place(), data)
				continue
			}
			own = append(own, Resource{Doc: manifest(g.kind, name, g.data, data, entry.Place()), From: file, Was: []string{name}})
		}
	}
	return own
}

func manifest(kind, name, key string, data *placed.Value, at placed.Place) *placed.Value {
	meta := &placed.Value{At: at}
	meta.Set("name", at, placed.NewText(name, at))
	doc := &placed.Value{At: at}
	doc.Set("apiVersion", at, placed.NewText("v1", at))
	doc.Set("kind", at, placed.NewText(kind, at))
	doc.Set("metadata", at, meta)
	doc.Set(key, at, data)
	return doc
}

// called finds a resource by its name or one that it had.
func called(own []Resource, kind, name string) (*placed.Value, bool) {
	for _, r := range own {
		if r.Doc.Get("kind").String() == kind && r.is(func(n string) bool { return n == name }) {
			return r.Doc, true
		}
	}
	return nil, false
}

func (r Resource) is(ok func(string) bool) bool {
	if ok(r.name()) {
		return true
	}
	for _, was := range r.Was {
		if ok(was) {
			return true
		}
	}
	return false
}

// data are the entries of a generator: literals, files, and files of variables.
func (b *builder) data(dir string, entry *placed.Value) *placed.Value {
	data := &placed.Value{At: entry.Place()}
	set := func(key, text string, at placed.Place) {
		if key != "" && len(data.Pairs) < maxGenerated {
			data.Set(key, at, placed.NewText(text, at))
		}
	}
	envs := entry.Get("envs").List()
	if env := entry.Get("env"); env.IsText() {
		envs = append(envs, env)
	}
	for _, e := range envs {
		p, ok := b.inside(dir, e)
		content, there := b.text(p)
		if !ok || !there {
			continue
		}
		b.out.Files = append(b.out.Files, p)
		for i, line := range strings.Split(content, "\n") {
			line = strings.TrimLeft(strings.TrimSuffix(line, "\r"), " \t")
			if key, text, given := strings.Cut(line, "="); given && !strings.HasPrefix(line, "#") {
				set(key, text, placed.Place{Path: p, Line: i + 1})
			}
		}
	}
	for _, l := range entry.Get("literals").List() {
		key, text, _ := strings.Cut(l.String(), "=")
		set(key, unquoted(text), l.Place())
	}
	for _, f := range entry.Get("files").List() {
		key, name, named := strings.Cut(f.String(), "=")
		if !named {
			key, name = path.Base(key), key
		}
		if p, ok := b.inside(dir, placed.NewText(name, f.Place())); ok {
			b.out.Files = append(b.out.Files, p)
			set(key, "", f.Place()) // the file's text is no variable's value
		}
	}
	return data
}

// unquoted takes the quotes off that a literal may stand in.
func unquoted(s string) string {
	if n := len(s); n >= 2 && (s[0] == '"' || s[0] == '\'') && s[n-1] == s[0] {
		return s[1 : n-1]
	}
	return s
}
