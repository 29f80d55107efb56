// Package kubernetes reads the containers of Kubernetes manifests, and the
// variables that their ConfigMaps and Secrets give them. It knows no cluster, and
// not whether a plain file, a kustomization or a chart made the manifests.
package kubernetes

import (
	"strings"

	"aipack/backend/manifest/placed"
)

// Container is one container of a workload.
type Container struct {
	Workload string // metadata.name
	Kind     string // Deployment, CronJob …
	Name     string
	Image    string
	At       placed.Place
	Ports    []Port
	Env      []Var
	Probes   []Probe // liveness, readiness, startup
	Command  []Word  // command, and args behind it
}

// Word is a word of a command.
type Word struct {
	Text string
	At   placed.Place
}

// Words are the texts of the command.
func (c Container) Words() []string {
	out := make([]string, 0, len(c.Command))
	for _, w := range c.Command {
		out = append(out, w.Text)
	}
	return out
}

// Lasts reports whether the workload is started again whenever it ends.
func (c Container) Lasts() bool {
	switch c.Kind {
	case "Deployment", "StatefulSet", "DaemonSet", "Rollout":
		return true
	}
	return false
}

// Port is one containerPort.
type Port struct {
	Name     string
	Port     int
	Protocol string // tcp or udp
	At       placed.Place
}

// Var is a variable of a container: an entry of env, or a key of a ConfigMap or
// Secret that the container takes.
type Var struct {
	Name   string
	Value  string // never that of a Secret
	Secret bool   // comes from a Secret
	Given  bool   // has a value in the manifests
	At     placed.Place
	Source placed.Place // where its value stands; zero for none
}

// Probe is one probe: a request, or a command of the container's own. One that
// only opens a connection says nothing that a port does not.
type Probe struct {
	Kind string   // liveness, readiness, startup
	Path string   // of httpGet
	Port int      // of httpGet, named ports resolved; 0 for none
	Exec []string // of exec
	At   placed.Place
}

// The limits of what is read together, and of one container.
const (
	maxContainers = 300
	maxEntries    = 300
)

// Containers reads the containers of manifests that are deployed together, in
// their order. What is no manifest gives none.
func Containers(docs []*placed.Value) []Container {
	docs = Items(docs)
	config := configured(docs)
	var out []Container
	for _, doc := range docs {
		kind := doc.Get("kind").String()
		for _, c := range PodOf(doc).Get("containers").List() {
			if len(out) == maxContainers {
				return out
			}
			out = append(out, container(doc.Get("metadata", "name").String(), kind, c, config))
		}
	}
	return out
}

// Items gives the manifests with those of lists (kind: List) in their place.
func Items(docs []*placed.Value) []*placed.Value {
	var out []*placed.Value
	for _, doc := range docs {
		if strings.HasSuffix(doc.Get("kind").String(), "List") && doc.Get("items").IsList() {
			out = append(out, doc.Get("items").List()...)
			continue
		}
		out = append(out, doc)
	}
	return out
}

// PodOf is what a workload says about its pods (PodSpec), nil for any other
// manifest.
// https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/
func PodOf(doc *placed.Value) *placed.Value {
	spec := doc.Get("spec")
	switch kind := doc.Get("kind").String(); {
	case kind == "Pod":
		return spec
	case kind == "CronJob":
		return spec.Get("jobTemplate", "spec", "template", "spec")
	case kind == "Deployment", kind == "StatefulSet", kind == "DaemonSet", kind == "ReplicaSet", kind == "Job",
		kind == "Rollout", kind == "ReplicationController",
		kind == "Service" && strings.HasPrefix(doc.Get("apiVersion").String(), "serving.knative.dev/"):
		return spec.Get("template", "spec")
	}
	return nil
}

func container(workload, kind string, y *placed.Value, config map[source]*placed.Value) Container {
	c := Container{Workload: workload, Kind: kind, Name: y.Get("name").String(), Image: y.Get("image").String(), At: y.Place()}
	for _, p := range y.Get("ports").List() {
		port, ok := p.Get("containerPort").Int()
		if !ok || port < 1 || port > 65535 || len(c.Ports) == maxEntries {
			continue
		}
		protocol := strings.ToLower(p.Get("protocol").String())
		if protocol == "" {
			protocol = "tcp"
		}
		c.Ports = append(c.Ports, Port{p.Get("name").String(), port, protocol, p.Get("containerPort").Place()})
	}
	for _, key := range []string{"command", "args"} {
		for _, w := range y.Get(key).List() {
			if len(c.Command) < maxEntries && w.IsText() {
				c.Command = append(c.Command, Word{w.Text, w.At})
			}
		}
	}
	c.env(y, config)
	for _, kind := range []string{"liveness", "readiness", "startup"} {
		get, exec := y.Get(kind+"Probe", "httpGet"), y.Get(kind+"Probe", "exec", "command")
		if path := get.Get("path"); path.String() != "" {
			c.Probes = append(c.Probes, Probe{Kind: kind, Path: path.String(), Port: c.port(get.Get("port")), At: path.Place()})
		} else if words := exec.Texts(); len(words) > 0 {
			c.Probes = append(c.Probes, Probe{Kind: kind, Exec: words, At: execPlace(exec)})
		}
	}
	return c
}

// execPlace is the line of a command that names what is asked: the one with an
// address, else the last with a path.
func execPlace(exec *placed.Value) placed.Place {
	at := exec.Place()
	for _, item := range exec.List() {
		if strings.Contains(item.String(), "://") {
			return item.Place()
		}
		if strings.Contains(item.String(), "/") {
			at = item.Place()
		}
	}
	return at
}

func (c Container) port(y *placed.Value) int {
	if n, ok := y.Int(); ok && n > 0 && n < 65536 {
		return n
	}
	for _, p := range c.Ports {
		if p.Name != "" && p.Name == y.String() {
			return p.Port
		}
	}
	return 0
}
