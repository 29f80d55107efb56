// Package digest says in a short text what a proof of a service stands on: the
// plan of the service and of those that it needs. Two plans with the same digest
// are built, started and asked alike, whatever their evidence says and whenever
// they were found.
package digest

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"aipack/backend/detect/value"
	"aipack/backend/packaging/export"
	"aipack/backend/universalbuild"
)

// Plan is the plan of a project.
type Plan struct {
	Services []Service
	Files    []string // of its folder; nil where they are not known
}

// Service is one of a plan.
type Service struct {
	Name       string
	Document   universalbuild.UniversalBuild
	Dockerfile string // written by hand; "" for the one that the document gives
}

// Of is the plan of documents of whose Dockerfiles none is written by hand. A service is
// called by its folder and its name.
func Of(documents []universalbuild.UniversalBuild, files []string) Plan {
	p := Plan{Files: files}
	for _, d := range documents {
		p.Services = append(p.Services, Service{Name: d.Metadata.Path + " " + d.Metadata.ProjectName, Document: d})
	}
	return p
}

// Change makes edits of a service's document, and of its Dockerfile where that is
// written by hand; "" leaves it.
func (p Plan) Change(service string, changes []universalbuild.Edit, dockerfile string) {
	for i := range p.Services {
		s := &p.Services[i]
		if next, err := universalbuild.Apply(s.Document, changes); s.Name == service && err == nil {
			s.Document, s.Dockerfile = next, cmp.Or(dockerfile, s.Dockerfile)
		}
	}
}

// ByName are the digests of the services by their names.
func (p Plan) ByName() map[string]string {
	out := map[string]string{}
	for i, text := range p.Digests() {
		out[p.Services[i].Name] = text
	}
	return out
}

// Digests gives that of each service, in their order. What Dockerfiles say belongs to
// it: another aipack may write another one for the same document.
func (p Plan) Digests() []string {
	own := make([]string, len(p.Services))
	documents := make([]universalbuild.UniversalBuild, len(p.Services))
	for i, s := range p.Services {
		own[i], documents[i] = s.own(p.Files), s.Document
	}
	out := make([]string, len(p.Services))
	for i, needed := range needs(documents) {
		stands := []string{own[i]}
		for _, n := range needed {
			stands = append(stands, own[n])
		}
		slices.Sort(stands[1:])
		out[i] = sum(stands)
	}
	return out
}

// own is what a service is by itself.
func (s Service) own(files []string) string {
	doc := universalbuild.Normal(s.Document)
	doc.Runtime.Variables = slices.Clone(doc.Runtime.Variables)
	dockerfile := s.Dockerfile
	if dockerfile == "" {
		text, err := export.Dockerfile(doc, export.Options{Files: export.Sent(doc, files)})
		if dockerfile = text.Content; err != nil {
			dockerfile = err.Error() // it cannot be proved
		}
	}
	for i, v := range doc.Runtime.Variables { // where it is read is evidence
		doc.Runtime.Variables[i] = universalbuild.Variable{Name: v.Name, Default: v.Default, Value: v.Value, Required: v.Required, Secret: v.Secret}
	}
	m := doc.Metadata
	return sum(struct {
		Dockerfile         string
		Name, Path         string
		Kind               universalbuild.Kind
		DependsOn, Backing []string
		Setup              []universalbuild.DataSetup
		Build              universalbuild.Build
		Runtime            universalbuild.Runtime
	}{dockerfile, m.ProjectName, m.Path, m.Kind, m.DependsOn, m.BackingServices, m.DataSetup, doc.Build, doc.Runtime})
}

// sum is the digest of a value. Documents are plain data: they always go into JSON.
func sum(v any) string {
	text, _ := json.Marshal(v)
	hash := sha256.Sum256(text)
	return hex.EncodeToString(hash[:16])
}

// needs gives for each document the places of those that its service needs, over
// any number of others: those that it waits for, and those whose addresses it is
// given.
func needs(documents []universalbuild.UniversalBuild) [][]int {
	at := map[string][]int{}
	for i, d := range documents {
		at[d.Metadata.Path] = append(at[d.Metadata.Path], i)
	}
	direct := make([][]int, len(documents))
	for i, d := range documents {
		paths := slices.Clone(d.Metadata.DependsOn)
		for _, v := range d.Runtime.Variables {
			if given, err := value.Parse(v.Value); err == nil {
				paths = append(paths, given.Reached()...)
			}
		}
		for _, path := range paths {
			direct[i] = append(direct[i], at[path]...)
		}
	}
	out := make([][]int, len(documents))
	for i := range documents {
		out[i] = reached(i, direct)
	}
	return out
}

// reached are the places to which the edges lead from one, itself aside, in order.
func reached(from int, edges [][]int) (out []int) {
	seen := map[int]bool{from: true}
	for left := []int{from}; len(left) > 0; {
		at := left[len(left)-1]
		left = left[:len(left)-1]
		for _, next := range edges[at] {
			if !seen[next] {
				seen[next] = true
				out, left = append(out, next), append(left, next)
			}
		}
	}
	slices.Sort(out)
	return out
}
