package history

import (
	"encoding/json"

	"aipack/backend/store"
	"aipack/backend/universalbuild"
)

// ServiceDifference compares one service between two runs.
type ServiceDifference struct {
	Service string            `json:"service"`
	State   string            `json:"state"` // same, changed, added, removed
	Fields  []FieldDifference `json:"fields"`
}

// FieldDifference is one that differs; A and B are JSON, "" for absent.
type FieldDifference struct {
	Field     string `json:"field"`
	A         string `json:"a"`
	B         string `json:"b"`
	Restores  string `json:"restores"` // the field that is restored: of an item its whole list
	WholeA    string `json:"whole_a"`  // what that one is, as JSON
	WholeB    string `json:"whole_b"`
	EvidenceA Cause  `json:"evidence_a"`
	EvidenceB Cause  `json:"evidence_b"`
}

// Cause is the evidence behind one side of a difference.
type Cause struct {
	Rule    string `json:"rule"`
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Excerpt string `json:"excerpt"`
	Source  string `json:"source"`
}

// differences says in which fields the documents in force of two runs differ; parse
// reads one of their texts.
func differences(first, second []store.Document, parse func(string) universalbuild.UniversalBuild) []ServiceDifference {
	later := map[string]universalbuild.UniversalBuild{}
	for _, d := range second {
		later[d.Service] = parse(d.Current())
	}
	out := []ServiceDifference{}
	for _, d := range first {
		other, both := later[d.Service]
		delete(later, d.Service)
		if !both {
			out = append(out, ServiceDifference{d.Service, "removed", []FieldDifference{}})
			continue
		}
		out = append(out, compared(d.Service, parse(d.Current()), other))
	}
	for _, d := range second {
		if _, added := later[d.Service]; added {
			out = append(out, ServiceDifference{d.Service, "added", []FieldDifference{}})
		}
	}
	return out
}

func compared(service string, a, b universalbuild.UniversalBuild) ServiceDifference {
	diff := ServiceDifference{service, "same", []FieldDifference{}}
	for _, c := range universalbuild.Diff(a, b) {
		diff.State = "changed"
		whole := universalbuild.ListOf(c.Field)
		diff.Fields = append(diff.Fields, FieldDifference{
			Field: c.Field, A: jsonText(c.Old), B: jsonText(c.New),
			Restores: whole, WholeA: string(universalbuild.JSONAt(a, whole)), WholeB: string(universalbuild.JSONAt(b, whole)),
			EvidenceA: causeOf(a.Behind(c.Field)), EvidenceB: causeOf(b.Behind(c.Field)),
		})
	}
	return diff
}

// jsonText is a value as JSON, "" for none.
func jsonText(v any) string {
	if v == nil {
		return ""
	}
	text, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(text)
}

func causeOf(e universalbuild.Evidence) Cause {
	return Cause{Rule: e.Rule, Path: e.Path, Line: e.Line, Excerpt: e.Excerpt, Source: e.Source}
}
