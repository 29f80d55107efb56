package kustomize

import (
	"regexp"
	"slices"
	"strings"

	"aipack/backend/manifest/placed"
)

// target says which resources a patch is for.
type target struct {
	kind, name, group, version *regexp.Regexp
	labels                     []string // "key=value", all of which a resource has
}

// patches lays the patches of a kustomization over its resources: those of
// patchesStrategicMerge and patches, and the operations of patchesJson6902.
func (b *builder) patches(dir string, k *placed.Value, own []Resource) {
	count := 0
	for _, list := range []string{"patchesStrategicMerge", "patches", "patchesJson6902"} {
		for _, entry := range k.Get(list).List() {
			if count++; count > maxPatches {
				return
			}
			if entry.IsText() { // a path, or the patch itself
				b.patch(dir, entry, nil, own)
				continue
			}
			t, ok := targetOf(entry.Get("target"))
			if !ok {
				b.remark(entry.At.Path, "the target of a patch is no regular expression that can be read")
				continue
			}
			if p := entry.Get("patch"); p.IsText() {
				b.patch(dir, p, t, own)
			} else if p := entry.Get("path"); p.IsText() {
				b.patch(dir, p, t, own)
			}
		}
	}
}

// patch applies one patch: its text, or the file that it names.
func (b *builder) patch(dir string, entry *placed.Value, t *target, own []Resource) {
	var docs []*placed.Value
	if strings.Contains(entry.Text, "\n") || strings.HasPrefix(strings.TrimSpace(entry.Text), "[") {
		docs, _ = placed.Parse(entry.Text, below(entry))
	} else if p, ok := b.inside(dir, entry); ok {
		content, there := b.text(p)
		if !there {
			b.remark(entry.At.Path, "the patch "+p+" is not there")
			return
		}
		b.out.Files = append(b.out.Files, p)
		if !b.spend(len(content) / workOfByte) {
			return
		}
		docs, _ = placed.Parse(content, placed.In(p))
	}
	for _, doc := range docs {
		for i := range own {
			if !b.spend(1) {
				return
			}
			if !t.matches(own[i], doc) {
				continue
			}
			if doc.IsList() {
				b.operations(own[i].Doc, doc.Items)
				continue
			}
			b.merge(own[i].Doc, doc, "", 0)
		}
	}
}

// below places the lines of a patch that stands in a kustomization: on its line, or
// in a block that begins on the line after the one of its indicator.
func below(entry *placed.Value) placed.Locator {
	if !strings.Contains(entry.Text, "\n") {
		return func(int, int, int) placed.Place { return entry.At }
	}
	return func(line, _, _ int) placed.Place {
		return placed.Place{Path: entry.At.Path, Line: entry.At.Line + line}
	}
}

func targetOf(y *placed.Value) (*target, bool) {
	if !y.IsMap() {
		return nil, true
	}
	t := &target{}
	for key, to := range map[string]**regexp.Regexp{"kind": &t.kind, "name": &t.name, "group": &t.group, "version": &t.version} {
		pattern := y.Get(key).String()
		if pattern == "" {
			continue
		}
		if len(pattern) > 500 {
			return nil, false
		}
		re, err := regexp.Compile("^(?:" + pattern + ")$")
		if err != nil {
			return nil, false
		}
		*to = re
	}
	for _, l := range strings.Split(y.Get("labelSelector").String(), ",") {
		if l = strings.TrimSpace(l); l != "" {
			t.labels = append(t.labels, strings.Replace(l, "==", "=", 1))
		}
	}
	return t, true
}

// matches reports whether a patch is for a resource: by its target, else by the
// kind and the name that the patch itself has.
func (t *target) matches(r Resource, patch *placed.Value) bool {
	if t == nil {
		name := patch.Get("metadata", "name").String()
		return patch.IsMap() && patch.Get("kind").String() == r.Doc.Get("kind").String() && r.is(func(n string) bool { return n == name })
	}
	group, version, grouped := strings.Cut(r.Doc.Get("apiVersion").String(), "/")
	if !grouped {
		group, version = "", group
	}
	is := func(re *regexp.Regexp, s string) bool { return re == nil || re.MatchString(s) }
	if !is(t.kind, r.Doc.Get("kind").String()) || !is(t.group, group) || !is(t.version, version) {
		return false
	}
	if t.name != nil && !r.is(t.name.MatchString) {
		return false
	}
	for _, l := range t.labels {
		key, value, _ := strings.Cut(l, "=")
		if r.Doc.Get("metadata", "labels", strings.TrimSpace(key)).String() != strings.TrimSpace(value) {
			return false
		}
	}
	return true
}

// mergeKeys are the lists whose items are told apart by a key when a patch is laid
// over them; any other list is replaced
// (https://github.com/kubernetes/api, patchMergeKey of core/v1).
var mergeKeys = map[string]string{
	"containers": "name", "initContainers": "name", "ephemeralContainers": "name", "env": "name", "volumes": "name", "imagePullSecrets": "name",
	"ports": "containerPort", "volumeMounts": "mountPath", "hostAliases": "ip",
}

// merge lays a strategic merge patch over a mapping.
// https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/
func (b *builder) merge(into, patch *placed.Value, field string, depth int) {
	if !b.spend(4+4*len(patch.Pairs)) || depth > placed.MaxDepth || !into.IsMap() {
		return
	}
	if patch.Get("$patch").String() == "replace" {
		into.Pairs = nil
	}
	for _, p := range patch.Pairs {
		old := into.Get(p.Key)
		switch {
		case strings.HasPrefix(p.Key, "$"):
		case depth == 0 && (p.Key == "apiVersion" || p.Key == "kind"):
		case depth == 1 && field == "metadata" && p.Key == "name":
		case !p.Value.Exists():
			into.Delete(p.Key)
		case p.Value.IsMap() && old.IsMap():
			b.merge(old, p.Value, p.Key, depth+1)
		case p.Value.IsList() && old.IsList() && mergeKeys[p.Key] != "":
			b.mergeList(old, p.Value, mergeKeys[p.Key], depth)
		default:
			into.Set(p.Key, p.At, p.Value.Clone())
		}
	}
}

// mergeList lays the items of a patch over those with the same key; new ones are
// added at the end. An item that says so has the others take the whole list's place.
func (b *builder) mergeList(into, patch *placed.Value, key string, depth int) {
	if slices.ContainsFunc(patch.Items, func(item *placed.Value) bool { return item.Get("$patch").String() == "replace" }) {
		into.Items = nil
	}
	for _, item := range patch.Items {
		at := -1
		for i, old := range into.Items {
			if !b.spend(1) {
				return
			}
			if same := old.Get(key); same.Exists() && same.String() == item.Get(key).String() {
				at = i
			}
		}
		deleted := item.Get("$patch").String() == "delete"
		switch {
		case item.Get("$patch").String() == "replace":
		case at < 0 && !deleted:
			into.Items = append(into.Items, item.Clone())
		case at >= 0 && deleted:
			into.Items = append(into.Items[:at:at], into.Items[at+1:]...)
		case at >= 0:
			b.merge(into.Items[at], item, "", depth+2)
		}
	}
}
