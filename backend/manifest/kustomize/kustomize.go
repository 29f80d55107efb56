// Package kustomize builds the manifests of a kustomization as "kustomize build"
// would, so far as the repository tells and so far as containers are concerned:
// bases, components, patches, images, names and the ConfigMaps and Secrets that it
// makes. What is built knows which line of which file says it. It fetches and runs
// nothing, and does not know which of several overlays counts.
//
// The source of its rules is
// https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/.
package kustomize

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/manifest/placed"
)

// Names are what the file of a kustomization may be called, in the order in which
// they are looked for.
var Names = []string{"kustomization.yaml", "kustomization.yml", "Kustomization"}

// Resource is one manifest.
type Resource struct {
	Doc  *placed.Value
	From string   // the file that it comes from: a manifest, or the kustomization that makes it
	Was  []string // names that it had before prefixes and suffixes, the first one first
}

// Built is what a kustomization becomes.
type Built struct {
	Resources []Resource
	Component bool     // it is a part for others, and nothing alone
	Uses      []string // folders of the kustomizations that it is made of, itself first
	Files     []string // all files that were read as a part of it
	Remarks   []Remark
}

// Remark is something about a file that the user should know.
type Remark struct{ Path, Text string }

// The bounds on what is read. Those of large products stay below a tenth.
const (
	maxFolders   = 64
	maxResources = 2000
	maxNest      = 16
	maxPatches   = 500

	workOfFolder   = 500
	workOfResource = 20
	workOfByte     = 8 // bytes of YAML that take as long to read as a patch takes to look at a value
)

// builder builds one kustomization.
type builder struct {
	*Reader
	out  Built
	open []string // folders that are being read, for circles
}

// maxWork bounds what is read, and what patches look at: each is held against every
// resource. Of public repositories a large one takes some tenthousand.
const maxWork = 400_000

// Reader reads the kustomizations of a repository: each file once, and all together
// no more than is allowed to one, so that many of them end as soon.
type Reader struct {
	text   func(path string) (string, bool)
	left   int
	parsed map[string][]*placed.Value // manifests by path
}

// NewReader makes a reader; text reads a file of the repository.
func NewReader(text func(path string) (string, bool)) *Reader {
	return &Reader{text, maxWork, map[string][]*placed.Value{}}
}

// spend reports whether there is still something left.
func (r *Reader) spend(n int) bool {
	r.left -= n
	return r.left >= 0
}

// Build builds the kustomization of a folder. It is nothing where the folder has none.
func (r *Reader) Build(dir string) Built {
	b := &builder{Reader: r}
	b.out.Resources, _ = b.folder(dir, nil)
	if b.left < 0 && len(b.out.Files) > 0 {
		b.remark(b.out.Files[0], "it is read in part: the kustomizations of the repository take more than is allowed to them")
	}
	return b.out
}

func (b *builder) remark(p, words string) {
	if r := (Remark{p, words}); !slices.Contains(b.out.Remarks, r) {
		b.out.Remarks = append(b.out.Remarks, r)
	}
}

// kustomization reads the file of a folder.
func (b *builder) kustomization(dir string) (string, *placed.Value) {
	for _, name := range Names {
		p := path.Join(dir, name)
		content, ok := b.text(p)
		if !ok {
			continue
		}
		docs, err := placed.Parse(content, placed.In(p))
		if err != nil {
			b.remark(p, "it is no YAML that can be read: "+err.Error())
		}
		if len(docs) > 0 {
			return p, docs[0]
		}
		return p, &placed.Value{}
	}
	return "", nil
}

// folder builds a folder's kustomization over what is there: nothing, or for a
// component the resources of who takes it in.
func (b *builder) folder(dir string, over []Resource) ([]Resource, bool) {
	file, k := b.kustomization(dir)
	switch {
	case k == nil:
		return over, false
	case slices.Contains(b.open, dir):
		b.remark(file, "it takes itself in, over "+strings.Join(b.open, ", "))
		return over, true
	case len(b.open) == maxNest, len(b.out.Uses) == maxFolders, !b.spend(workOfFolder):
		b.remark(file, "it is ignored: kustomizations are nested deeper, or more of them, than are read")
		return over, true
	}
	if len(b.open) == 0 {
		b.out.Component = k.Get("kind").String() == "Component"
	}
	b.open = append(b.open, dir)
	defer func() { b.open = b.open[:len(b.open)-1] }()
	if !slices.Contains(b.out.Uses, dir) {
		b.out.Uses = append(b.out.Uses, dir)
	}
	b.out.Files = append(b.out.Files, file)

	own := over
	for _, list := range []string{"bases", "resources"} {
		for _, entry := range k.Get(list).List() {
			own = append(own, b.resource(dir, entry)...)
		}
	}
	own = b.generated(dir, file, k, own)
	for _, entry := range k.Get("components").List() {
		if sub, ok := b.inside(dir, entry); ok {
			own, _ = b.folder(sub, own)
		}
	}
	b.patches(dir, k, own)
	images(k, own)
	renamed(k, own[len(over):])
	if k.Get("helmCharts").Exists() || k.Get("helmChartInflationGenerator").Exists() {
		b.remark(file, "the Helm charts that it takes in are ignored")
	}
	return own[:min(len(own), maxResources)], true
}

// inside is the path that an entry names, if it is one of the repository's.
func (b *builder) inside(dir string, entry *placed.Value) (string, bool) {
	name := strings.TrimSpace(entry.String())
	if name == "" {
		return "", false
	}
	if strings.Contains(name, "://") || strings.HasPrefix(name, "git@") || strings.HasPrefix(name, "github.com/") || strings.Contains(name, "?ref=") {
		b.remark(entry.At.Path, "what it takes from "+name+" is ignored: it is not in the repository")
		return "", false
	}
	p := path.Join(dir, name)
	if path.IsAbs(name) || p == ".." || strings.HasPrefix(p, "../") {
		b.remark(entry.At.Path, name+" leads out of the repository")
		return "", false
	}
	return p, true
}

// resource reads what an entry of resources names: a folder with a kustomization,
// or a file of manifests.
func (b *builder) resource(dir string, entry *placed.Value) []Resource {
	p, ok := b.inside(dir, entry)
	if !ok {
		return nil
	}
	if content, isFile := b.text(p); isFile {
		b.out.Files = append(b.out.Files, p)
		return b.resources(p, content)
	}
	out, known := b.folder(p, nil)
	if !known {
		b.remark(entry.At.Path, p+" is not there")
	}
	return out
}

// resources are the manifests of a file, those of lists one by one.
func (r *Reader) resources(p, content string) []Resource {
	docs, known := r.parsed[p]
	if !known && r.spend(len(content)/workOfByte) {
		docs, _ = placed.Parse(content, placed.In(p))
		r.parsed[p] = docs
	}
	var out []Resource
	for _, doc := range docs {
		items := []*placed.Value{doc}
		if doc.Get("kind").String() == "List" {
			items = doc.Get("items").List()
		}
		for _, item := range items {
			if item.IsMap() && item.Get("kind").Exists() && r.spend(workOfResource) {
				out = append(out, Resource{Doc: item.Clone(), From: p, Was: []string{item.Get("metadata", "name").String()}})
			}
		}
	}
	return out
}

// name is what the resource is called now.
func (r Resource) name() string { return r.Doc.Get("metadata", "name").String() }

// renamed puts a prefix and a suffix to the names of resources, and to the names
// by which these refer to each other.
func renamed(k *placed.Value, own []Resource) {
	prefix, suffix := k.Get("namePrefix").String(), k.Get("nameSuffix").String()
	if prefix == "" && suffix == "" || len(prefix)+len(suffix) > 200 {
		return
	}
	names := map[string]string{} // "ConfigMap/name"
	for i, r := range own {
		old := r.name()
		name := prefix + old + suffix
		names[r.Doc.Get("kind").String()+"/"+old] = name
		own[i].Was = append(slices.Clone(r.Was), name)
		if meta := r.Doc.Get("metadata"); meta.IsMap() {
			meta.Set("name", meta.Get("name").Place(), placed.NewText(name, meta.Get("name").Place()))
		}
	}
	for _, r := range own {
		refer(r.Doc, names, 0)
	}
}

// references are the fields that name a ConfigMap or a Secret.
var references = map[string]string{"configMapRef": "ConfigMap", "configMapKeyRef": "ConfigMap", "secretRef": "Secret", "secretKeyRef": "Secret"}

func refer(v *placed.Value, names map[string]string, depth int) {
	if v == nil || depth > placed.MaxDepth {
		return
	}
	for _, item := range v.Items {
		refer(item, names, depth+1)
	}
	for _, p := range v.Pairs {
		if kind := references[p.Key]; kind != "" && p.Value.IsMap() {
			name := p.Value.Get("name")
			if now, ok := names[kind+"/"+name.String()]; ok {
				p.Value.Set("name", name.Place(), placed.NewText(now, name.Place()))
			}
		}
		refer(p.Value, names, depth+1)
	}
}

// images gives containers other names and tags of images.
func images(k *placed.Value, own []Resource) {
	rules := k.Get("images").List()
	if len(rules) == 0 || len(rules) > maxPatches {
		return
	}
	for _, r := range own {
		for _, c := range containersOf(r.Doc) {
			image := c.Get("image")
			for _, rule := range rules {
				if now := replacedImage(image.String(), rule); now != image.String() {
					image = placed.NewText(now, rule.Place())
					c.Set("image", rule.Place(), image)
				}
			}
		}
	}
}

// replacedImage is an image as a rule has it: name, newName, newTag and digest.
func replacedImage(image string, rule *placed.Value) string {
	name, rest := image, ""
	if at := strings.IndexByte(name, '@'); at >= 0 {
		name, rest = name[:at], name[at:]
	} else if at := strings.LastIndexByte(name, ':'); at > strings.LastIndexByte(name, '/') {
		name, rest = name[:at], name[at:]
	}
	if name == "" || name != rule.Get("name").String() {
		return image
	}
	if now := rule.Get("newName").String(); now != "" {
		name = now
	}
	switch {
	case rule.Get("digest").String() != "":
		rest = "@" + rule.Get("digest").String()
	case rule.Get("newTag").String() != "":
		rest = ":" + rule.Get("newTag").String()
	}
	return name + rest
}

// containersOf lists the containers of a workload, wherever its kind has them.
func containersOf(doc *placed.Value) []*placed.Value {
	var out []*placed.Value
	for _, spec := range [][]string{{"spec"}, {"spec", "template", "spec"}, {"spec", "jobTemplate", "spec", "template", "spec"}} {
		pod := doc.Get(spec...)
		out = append(out, pod.Get("initContainers").List()...)
		out = append(out, pod.Get("containers").List()...)
	}
	return slices.DeleteFunc(out, func(c *placed.Value) bool { return !c.IsMap() })
}
