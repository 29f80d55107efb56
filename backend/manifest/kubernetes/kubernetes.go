// Package kubernetes reads the containers of plain Kubernetes manifests. It
// knows no cluster and no templates.
package kubernetes

import (
	"strings"

	"aipack/backend/manifest/lenient"
)

// File is what plain Kubernetes manifests say about containers. Helm
// templates are no YAML and are not read.
type File struct {
	Containers []Container // in the order of the file
}

// Container is one container of a workload.
type Container struct {
	Workload string // metadata.name
	Kind     string // Deployment, CronJob …
	Name     string
	Image    string
	Line     int // from 1
	Ports    []Port
	Env      []Var
	Probes   []Probe  // liveness, readiness, startup
	Command  []string // command and args
}

// Port is one containerPort.
type Port struct {
	Name     string
	Port     int
	Protocol string // tcp or udp
	Line     int
}

// Var is one entry of env.
type Var struct {
	Name   string
	Value  string
	Secret bool // comes from a Secret
	Given  bool // has a value in the file
	Line   int
}

// Probe is one httpGet probe.
type Probe struct {
	Kind string // liveness, readiness, startup
	Path string
	Port int // named ports resolved; 0 for none
	Line int
}

// The limits of one file, and of one container.
const (
	maxContainers = 300
	maxEntries    = 300
)

// Parse reads a file of one or more manifests. A file that is no
// manifest gives none.
func Parse(content string) (File, error) {
	var k File
	if strings.Contains(content, "{{") || !strings.Contains(content, "containers") {
		return k, nil
	}
	docs, err := lenient.ParseYAML(content)
	for _, doc := range docs {
		k.add(doc)
		for _, item := range doc.Get("items").Items() { // kind: List
			k.add(item)
		}
	}
	return k, err
}

func (k *File) add(doc lenient.YAML) {
	kind := doc.Get("kind").Text()
	spec := doc.Get("spec")
	switch {
	case kind == "Pod":
	case kind == "CronJob":
		spec = spec.Get("jobTemplate", "spec", "template", "spec")
	case kind == "Deployment", kind == "StatefulSet", kind == "DaemonSet", kind == "ReplicaSet", kind == "Job",
		kind == "Rollout", kind == "ReplicationController",
		kind == "Service" && strings.HasPrefix(doc.Get("apiVersion").Text(), "serving.knative.dev/"):
		spec = spec.Get("template", "spec")
	default:
		return
	}
	for _, c := range spec.Get("containers").Items() {
		if len(k.Containers) == maxContainers {
			return
		}
		k.Containers = append(k.Containers, container(doc.Get("metadata", "name").Text(), kind, c))
	}
}

func container(workload, kind string, y lenient.YAML) Container {
	c := Container{
		Workload: workload, Kind: kind, Name: y.Get("name").Text(), Image: y.Get("image").Text(), Line: y.Line(),
		Command: append(y.Get("command").Texts(), y.Get("args").Texts()...),
	}
	for _, p := range y.Get("ports").Items() {
		port, ok := p.Get("containerPort").Int()
		if !ok || port < 1 || port > 65535 || len(c.Ports) == maxEntries {
			continue
		}
		protocol := strings.ToLower(p.Get("protocol").Text())
		if protocol == "" {
			protocol = "tcp"
		}
		c.Ports = append(c.Ports, Port{p.Get("name").Text(), port, protocol, p.Get("containerPort").Line()})
	}
	for _, e := range y.Get("env").Items() {
		if name := e.Get("name").Text(); name != "" && len(c.Env) < maxEntries {
			c.Env = append(c.Env, Var{
				Name: name, Value: e.Get("value").Text(), Given: e.Get("value").IsText(),
				Secret: e.Get("valueFrom", "secretKeyRef").Exists(), Line: e.Get("name").Line(),
			})
		}
	}
	for _, kind := range []string{"liveness", "readiness", "startup"} {
		get := y.Get(kind+"Probe", "httpGet")
		if path := get.Get("path").Text(); path != "" {
			c.Probes = append(c.Probes, Probe{kind, path, c.port(get.Get("port")), get.Get("path").Line()})
		}
	}
	return c
}

func (c Container) port(y lenient.YAML) int {
	if n, ok := y.Int(); ok && n > 0 && n < 65536 {
		return n
	}
	for _, p := range c.Ports {
		if p.Name != "" && p.Name == y.Text() {
			return p.Port
		}
	}
	return 0
}
