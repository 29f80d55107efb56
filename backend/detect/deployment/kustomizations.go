package deployment

import (
	"path"
	"slices"
	"sort"

	"aipack/backend/language"
	"aipack/backend/manifest/kubernetes"
	"aipack/backend/manifest/kustomize"
	"aipack/backend/manifest/placed"
)

// maxKustomizations bounds the kustomizations that are built.
const maxKustomizations = 80

// kustomization is one that was built.
type kustomization struct {
	dir string
	kustomize.Built
	top       bool     // no other takes it in
	manifests []string // the files that its manifests come from, each once
}

// kustomizations builds the kustomizations of a repository. Of what several have in
// common each manifest counts as the first has it: see counting.
func (c *clusterReading) kustomizations() {
	var all []kustomization
	reader := kustomize.NewReader(c.text)
	for _, dir := range c.kustomized() {
		if len(all) == maxKustomizations {
			c.remark(dir, "it is ignored: there are more kustomizations than are read")
			break
		}
		built := reader.Build(dir)
		for _, r := range built.Remarks {
			c.remark(r.Path, r.Text)
		}
		for _, p := range built.Files {
			c.taken[p] = true
		}
		all = append(all, kustomization{dir: dir, Built: built, manifests: manifestsOf(built)})
	}
	covered := map[string]bool{}
	for _, k := range counting(all) {
		for _, r := range k.Resources {
			if !covered[r.From] {
				c.deployed(k, r)
			}
		}
		for _, p := range k.manifests {
			covered[p] = true
		}
	}
}

// kustomized lists the folders that hold a kustomization, sorted.
func (c *clusterReading) kustomized() []string {
	var out []string
	for _, name := range kustomize.Names {
		for _, p := range c.reader.Index.Named(name) {
			dir := path.Dir(p)
			if _, aside := language.BesideProduct(dir); !aside && !c.inChart(p) && !slices.Contains(out, dir) {
				out = append(out, dir)
			}
		}
	}
	sort.Strings(out)
	return out
}

// deployed adds the containers of one manifest, with the ConfigMaps and Secrets of
// its kustomization.
func (c *clusterReading) deployed(k kustomization, r kustomize.Resource) {
	if kubernetes.PodOf(r.Doc) == nil {
		return
	}
	docs := []*placed.Value{r.Doc}
	for _, other := range k.Resources {
		if kind := other.Doc.Get("kind").String(); kind == "ConfigMap" || kind == "Secret" {
			docs = append(docs, other.Doc)
		}
	}
	for _, container := range kubernetes.Containers(docs) {
		c.cluster.Containers = append(c.cluster.Containers, Deployed{Container: container, Was: r.Was})
	}
}

// counting orders kustomizations by how much they count. An overlay for production
// says what the product's users get, so it comes first. One that says nothing of
// whom it is for comes next, if it is the only one over its manifests. Then bases:
// where several overlays stand beside each other without one for production, what
// they have in common is all that is sure. What is for development or tests comes
// last: it counts where nothing else has its manifests.
func counting(all []kustomization) []kustomization {
	used, tops := map[string]bool{}, map[string]int{} // of files: how many tops have it
	for _, k := range all {
		for _, dir := range k.Uses {
			used[dir] = used[dir] || dir != k.dir
		}
	}
	var out []kustomization
	for _, k := range all {
		k.top = !used[k.dir]
		if k.Component {
			continue
		}
		out = append(out, k)
		for _, p := range k.manifests {
			if k.top {
				tops[p]++
			}
		}
	}
	rank := func(k kustomization) int {
		said := wordsOf(k.dir)
		alone := !slices.ContainsFunc(k.manifests, func(p string) bool { return tops[p] > 1 })
		switch {
		case k.top && slices.ContainsFunc(said, isProduction):
			return 0
		case slices.ContainsFunc(said, func(w string) bool { return elsewhereWords[w] }):
			return 4
		case k.top && alone:
			return 1
		case !k.top:
			return 2
		}
		return 3
	}
	sort.SliceStable(out, func(i, j int) bool {
		a, b := rank(out[i]), rank(out[j])
		if a == b && a == 2 {
			return len(out[i].manifests) > len(out[j].manifests)
		}
		return a < b
	})
	return out
}

// manifestsOf lists the files that the manifests of a kustomization come from.
func manifestsOf(k kustomize.Built) []string {
	var out []string
	seen := map[string]bool{}
	for _, r := range k.Resources {
		if !seen[r.From] {
			seen[r.From] = true
			out = append(out, r.From)
		}
	}
	return out
}
