// Package workflow reads GitHub's workflows: the jobs, what runs beside them, and the
// variables of their steps. It resolves no expression and runs nothing.
//
// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax
package workflow

import (
	"strconv"
	"strings"

	"aipack/backend/manifest/lenient"
)

// Job is one job of a workflow.
type Job struct {
	Name      string // its key
	Container bool   // it runs in a container: services have their names there, and not this machine's ports
	Services  []Service
	Steps     []Step
}

// Service is a container that runs beside a job.
type Service struct {
	Name  string // its key
	Image string // as written
	Env   []Variable
	Ports []Port
}

// Port is one that leads to a container.
type Port struct {
	Published int // on the machine of the job; 0: any that is free
	Target    int
}

// Step is a step that runs a script.
type Step struct {
	Run    string
	Folder string     // from the repository's; "" for that itself
	Env    []Variable // its own before those of the job and the workflow; each name once
}

// Variable is one with its value as written: there may be expressions in it.
type Variable struct {
	Name  string
	Value string
	Line  int // of the value, from 1
}

// The limits of one workflow.
const (
	mostJobs      = 100
	mostSteps     = 200
	mostServices  = 50
	mostVariables = 300
	mostPorts     = 20
)

// Parse reads a workflow.
func Parse(content string) ([]Job, error) {
	root, err := lenient.FirstYAML(content)
	if err != nil {
		return nil, err
	}
	var jobs []Job
	for _, p := range root.Get("jobs").Pairs() {
		if len(jobs) == mostJobs {
			break
		}
		if p.Value.IsMap() {
			jobs = append(jobs, job(p.Key, p.Value, root))
		}
	}
	return jobs, nil
}

func job(name string, y, root lenient.YAML) Job {
	j := Job{Name: name, Container: y.Get("container").Exists()}
	for _, p := range y.Get("services").Pairs() {
		if len(j.Services) < mostServices && p.Value.IsMap() {
			j.Services = append(j.Services, service(p.Key, p.Value))
		}
	}
	for _, s := range y.Get("steps").Items() {
		run := s.Get("run").Text()
		if run == "" || len(j.Steps) == mostSteps {
			continue
		}
		folder := s.Get("working-directory").Text()
		for _, outer := range []lenient.YAML{y, root} {
			if folder == "" {
				folder = outer.Get("defaults", "run", "working-directory").Text()
			}
		}
		j.Steps = append(j.Steps, Step{Run: run, Folder: folder, Env: variables(s.Get("env"), y.Get("env"), root.Get("env"))})
	}
	return j
}

func service(name string, y lenient.YAML) Service {
	s := Service{Name: name, Image: strings.TrimSpace(y.Get("image").Text()), Env: variables(y.Get("env"))}
	for _, p := range y.Get("ports").Items() {
		if port, ok := portOf(p.Text()); ok && len(s.Ports) < mostPorts {
			s.Ports = append(s.Ports, port)
		}
	}
	return s
}

// portOf reads "5432", "5432:5432" and either with /tcp behind it.
func portOf(text string) (Port, bool) {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "/")
	published, target, both := strings.Cut(text, ":")
	if !both {
		published, target = "0", published
	}
	from, err := strconv.ParseUint(published, 10, 16)
	to, wrong := strconv.ParseUint(target, 10, 16)
	return Port{int(from), int(to)}, err == nil && wrong == nil && to > 0
}

// variables are those of several maps, of which the first that has a name counts.
func variables(maps ...lenient.YAML) (out []Variable) {
	seen := map[string]bool{}
	for _, m := range maps {
		for _, p := range m.Pairs() {
			if len(out) == mostVariables {
				return out
			}
			if !seen[p.Key] && p.Value.IsText() {
				seen[p.Key] = true
				out = append(out, Variable{p.Key, p.Value.Text(), p.Value.Line()})
			}
		}
	}
	return out
}
