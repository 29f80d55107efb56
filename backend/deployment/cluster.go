package deployment

import (
	"path"
	"sort"
	"strings"

	"aipack/backend/backing"
	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/dockerfile"
	"aipack/backend/manifest/kubernetes"
)

// Cluster is what all plain Kubernetes manifests of a repository say.
type Cluster struct {
	Containers []Deployed // sorted by file, then as in the file
}

// Deployed is one container of a workload.
type Deployed struct {
	Path string // manifest
	kubernetes.Container
}

// Evidence points into the manifest.
func (d Deployed) Evidence(r *language.Reader, rule string, line int) finding.Evidence {
	return r.Folder(".").AtLine(rule, d.Path, line)
}

// The bounds on what is read in search of manifests.
const (
	maxClusterFiles = 80
	maxClusterBytes = 256 << 10
)

// Kubernetes reads the manifests in the folders that usually hold them.
func Kubernetes(r *language.Reader) Cluster {
	var c Cluster
	read := 0
	for _, file := range r.Index.Files {
		ext := path.Ext(file.Path)
		if ext != ".yaml" && ext != ".yml" || !isClusterFile(file.Path) {
			continue
		}
		if read++; read > maxClusterFiles {
			break
		}
		root := r.Folder(".")
		k, _ := language.Parse(root, file.Path, parseKubernetes)
		for _, container := range k.Containers {
			c.Containers = append(c.Containers, Deployed{file.Path, container})
		}
	}
	return c
}

// parseKubernetes keeps what was read before an error: such a folder holds
// other YAML too, and its faults are not the service's.
func parseKubernetes(content string) (kubernetes.File, error) {
	if len(content) > maxClusterBytes {
		return kubernetes.File{}, nil
	}
	k, _ := kubernetes.Parse(content)
	return k, nil
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

// Of gives the containers that run a service, the best match first: those
// whose image or workload has its name, else the only container of a manifest
// within its folder.
func (c Cluster) Of(f *language.Folder, names []string) []Deployed {
	var out, inside []Deployed
	for _, d := range c.Containers {
		if d.rank(names) < 100 {
			out = append(out, d)
		} else if (f.IsRoot() || strings.HasPrefix(d.Path, f.Path+"/")) && backing.OfImage(d.Image) == "" && !sidecars[dockerfile.ImageName(d.Image)] {
			inside = append(inside, d)
		}
	}
	if len(out) == 0 && len(inside) == 1 {
		return inside
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].rank(names) < out[j].rank(names) })
	return out[:min(len(out), maxComposed)]
}

var sidecars = map[string]bool{"envoy": true, "proxyv2": true, "busybox": true, "fluentd": true, "fluent-bit": true, "cloud-sql-proxy": true, "linkerd-proxy": true}

func (d Deployed) rank(names []string) int {
	if backing.OfImage(d.Image) != "" {
		return 100
	}
	image := language.ImageName(dockerfile.ImageName(d.Image))
	for i, n := range names {
		switch {
		case image == n:
			return i
		case language.ImageName(d.Name) == n, language.ImageName(d.Workload) == n:
			return 10 + i
		case strings.HasSuffix(image, "-"+n), strings.HasPrefix(image, n+"-"):
			return 20 + i
		}
	}
	return 100
}
