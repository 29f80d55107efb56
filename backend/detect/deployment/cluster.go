package deployment

import (
	"path"
	"slices"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/backing"
	"aipack/backend/language"
	"aipack/backend/manifest/dockerfile"
	"aipack/backend/manifest/kubernetes"
	"aipack/backend/manifest/placed"
	"aipack/backend/universalbuild"
)

// Cluster is what a repository says about its containers in Kubernetes: its Helm
// charts, its kustomizations and its plain manifests. Each manifest counts once,
// from the first of these that has it.
type Cluster struct {
	Containers []Deployed // those of charts first, then of kustomizations, then of plain manifests by file
	Remarks    []universalbuild.Warning
}

// Deployed is one container of a workload.
type Deployed struct {
	kubernetes.Container
	Was   []string // what its workload was called before a kustomization renamed it
	Chart string   // the chart that has it, where another depends on that; "" otherwise
}

// Evidence points at the line that says something about the container: of the
// manifest, the patch, the template, or the values that fill it in.
func (d Deployed) Evidence(r *language.Reader, rule string, at placed.Place) finding.Evidence {
	return r.Folder(".").AtLine(rule, at.Path, at.Line)
}

// EvidenceOf points at a variable, and where its value stands in another file, at
// that line first. Of a secret its name alone is quoted.
func (d Deployed) EvidenceOf(r *language.Reader, v kubernetes.Var) []finding.Evidence {
	named := d.Evidence(r, "kubernetes.env", v.At)
	if v.Secret {
		named.Excerpt = excerptOf(named.Excerpt, v.Name)
		return []finding.Evidence{named}
	}
	if v.Source.Line == 0 || v.Source.Path == v.At.Path {
		return []finding.Evidence{named}
	}
	return []finding.Evidence{d.Evidence(r, "kubernetes.env", v.Source), named}
}

// at points at the first word of the command that holds a text, else at the
// container.
func (d Deployed) at(r *language.Reader, rule, text string) finding.Evidence {
	for _, w := range d.Command {
		if strings.Contains(w.Text, text) {
			return d.Evidence(r, rule, w.At)
		}
	}
	return d.Evidence(r, rule, d.At)
}

// excerptOf quotes a name out of a line that may hold a secret behind it.
func excerptOf(line, name string) string {
	if strings.Contains(line, name) {
		return name
	}
	return ""
}

// The bounds on what is read in search of manifests.
const (
	maxClusterFiles = 80
	maxClusterBytes = 256 << 10
)

// Kubernetes reads the charts and kustomizations of a repository, and the manifests
// in the folders that usually hold them.
func Kubernetes(r *language.Reader) Cluster {
	c := clusterReading{reader: r, root: r.Folder("."), taken: map[string]bool{}}
	c.charts()
	c.kustomizations()
	c.plain()
	return c.cluster
}

// maxRemarks bounds what is told of charts and kustomizations for one service.
const maxRemarks = 5

// RemarksOf are what could not be read of the charts and kustomizations that may be
// a service's: those outside of the folders of others.
func (s *Surroundings) RemarksOf(dir string) []universalbuild.Warning {
	var out []universalbuild.Warning
	for _, w := range s.Cluster.Remarks {
		others := slices.ContainsFunc(s.Services, func(other string) bool {
			return other != dir && other != "." && strings.HasPrefix(w.Path, other+"/") && !strings.HasPrefix(dir, other+"/")
		})
		if !others && len(out) < maxRemarks {
			out = append(out, w)
		}
	}
	return out
}

// clusterReading gathers what a repository says.
type clusterReading struct {
	reader  *language.Reader
	root    *language.Folder
	cluster Cluster
	taken   map[string]bool // files that are no manifests of their own: of charts and kustomizations
	within  []string        // folders of charts
}

func (c *clusterReading) text(p string) (string, bool) {
	if _, ok := c.reader.Index.Stat(p); !ok {
		return "", false
	}
	return c.root.Text(p)
}

func (c *clusterReading) remark(p, message string) {
	c.cluster.Remarks = append(c.cluster.Remarks, universalbuild.Warning{
		Code: "deployment_partly_read", Message: p + ": " + message + ".", Path: p,
		Fix: "nothing has to be done where the rest of the plan is right",
	})
}

// inChart reports whether a file belongs to a chart: it is no manifest of its own,
// whatever it looks like.
func (c *clusterReading) inChart(p string) bool {
	for _, dir := range c.within {
		if dir == "." && !strings.HasPrefix(p, "templates/") && !strings.HasPrefix(p, "charts/") {
			continue // a project may be its own chart's folder
		}
		if dir == "." || strings.HasPrefix(p, dir+"/") {
			return true
		}
	}
	return false
}

// plain reads what no chart and no kustomization has. The ConfigMaps of a folder
// are those of its workloads.
func (c *clusterReading) plain() {
	read := 0
	byFolder := map[string][]*placed.Value{}
	var folders []string
	for _, file := range c.reader.Index.Files {
		ext := path.Ext(file.Path)
		if ext != ".yaml" && ext != ".yml" || !isClusterFile(file.Path) || c.taken[file.Path] || c.inChart(file.Path) {
			continue
		}
		if read++; read > maxClusterFiles {
			break
		}
		docs, _ := language.Parse(c.root, file.Path, func(content string) ([]*placed.Value, error) { return parseManifests(file.Path, content), nil })
		dir := path.Dir(file.Path)
		if byFolder[dir] == nil && len(docs) > 0 {
			folders = append(folders, dir)
		}
		byFolder[dir] = append(byFolder[dir], docs...)
	}
	for _, dir := range folders {
		for _, container := range kubernetes.Containers(byFolder[dir]) {
			c.cluster.Containers = append(c.cluster.Containers, Deployed{Container: container})
		}
	}
}

// parseManifests keeps what was read before an error: such a folder holds
// other YAML too, and its faults are not the service's. What is a template of
// something else is none.
func parseManifests(p, content string) []*placed.Value {
	if len(content) > maxClusterBytes || strings.Contains(content, "{{") || !strings.Contains(content, "kind:") {
		return nil
	}
	docs, _ := placed.Parse(content, placed.In(p))
	return docs
}

var clusterFolders = map[string]bool{
	"k8s": true, ".k8s": true, "kubernetes": true, "kube": true, "deploy": true, "deployment": true, "deployments": true,
	"manifests": true, "kustomize": true, "infra": true, "ops": true, "release": true,
}

var clusterFiles = map[string]bool{
	"deployment": true, "k8s": true, "kubernetes": true, "statefulset": true, "pod": true, "service": true, "kube": true,
}

func isClusterFile(p string) bool {
	dir, name := path.Split(p)
	stem := strings.TrimSuffix(name, path.Ext(name))
	if clusterFiles[stem] || strings.HasSuffix(stem, "-deployment") || strings.HasSuffix(stem, ".k8s") {
		return true
	}
	for _, part := range strings.Split(strings.TrimSuffix(dir, "/"), "/") {
		if clusterFolders[part] {
			return true
		}
	}
	return false
}

// Names reports whether a value holds the name of a workload as a host.
func (c Cluster) Names(value string) bool {
	for _, host := range hostsIn(value) {
		if slices.ContainsFunc(c.Containers, func(d Deployed) bool { return d.Workload == host }) {
			return true
		}
	}
	return false
}

// Of gives the containers that run a service, the best match first: those
// whose image or workload has its name, else the only container of a manifest
// within its folder that is the product's own.
func (c Cluster) Of(f *language.Folder, names []string) []Deployed {
	var out, inside []Deployed
	for _, d := range c.Containers {
		if d.rank(names) < 100 {
			out = append(out, d)
		} else if (f.IsRoot() || strings.HasPrefix(d.At.Path, f.Path+"/")) && d.Chart == "" && !d.another() {
			inside = append(inside, d)
		}
	}
	if len(out) == 0 && len(inside) == 1 {
		return inside
	}
	out = mainOnly(out, names)
	sort.SliceStable(out, func(i, j int) bool { return out[i].rank(names) < out[j].rank(names) })
	if i := slices.IndexFunc(out, func(d Deployed) bool { return d.rank(names) >= likeName }); i > 0 {
		out = out[:i] // shop-batch is not shop, where there is a shop
	}
	return out[:min(len(out), maxComposed)]
}

// likeName is the rank from which on a name only begins or ends with the service's.
const likeName = 20

// mainOnly leaves out the containers that stand beside the program in its own
// workload: those that are found by the workload's name alone, where another is
// found by its image's or its own.
func mainOnly(all []Deployed, names []string) []Deployed {
	type workload struct{ path, name string }
	of := func(d Deployed) workload { return workload{d.At.Path, d.Kind + "/" + d.Workload} }
	known := map[workload]bool{}
	for _, d := range all {
		known[of(d)] = known[of(d)] || d.ownRank(names) < 100
	}
	var out []Deployed
	for _, d := range all {
		if !known[of(d)] || d.ownRank(names) < 100 {
			out = append(out, d)
		}
	}
	return out
}

var sidecars = map[string]bool{
	"envoy": true, "proxyv2": true, "busybox": true, "fluentd": true, "fluent-bit": true,
	"cloud-sql-proxy": true, "linkerd-proxy": true,
}

// another reports whether a container's image is another product's: a data service,
// what stands beside programs, or a web server as it is published. The chart that
// "helm create" writes runs nginx, under the project's name, until somebody changes it.
func (d Deployed) another() bool {
	return backing.OfImage(d.Image) != "" || sidecars[dockerfile.ImageName(d.Image)] || webServers[dockerfile.ImageName(d.Image)]
}

// ownRank is how well a container fits by its image or its own name.
func (d Deployed) ownRank(names []string) int {
	if backing.OfImage(d.Image) != "" {
		return 100
	}
	image := language.ImageName(dockerfile.ImageName(d.Image))
	for i, n := range names {
		switch {
		case image == n:
			return i
		case d.another():
		case language.ImageName(d.Name) == n:
			return 10 + i
		case strings.HasSuffix(image, "-"+n), strings.HasPrefix(image, n+"-"):
			return likeName + i
		}
	}
	return 100
}

// rank is ownRank, or how well the name of what it belongs to fits: of the
// workload, or of the chart, where another depends on that. The workloads of such a
// chart have the name of the other's release.
func (d Deployed) rank(names []string) int {
	rank := d.ownRank(names)
	if d.another() {
		return rank
	}
	belongs := append([]string{d.Workload}, d.Was...)
	if d.Chart != "" {
		belongs = []string{d.Chart}
	}
	for i, n := range names {
		for _, name := range belongs {
			if language.ImageName(name) == n {
				rank = min(rank, 10+i)
			}
		}
	}
	return rank
}
