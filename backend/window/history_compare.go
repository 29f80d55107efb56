package window

import (
	"encoding/json"

	"aipack/backend/universalbuild"
	"aipack/backend/window/page"
)

// Compare says, service by service, in which fields two runs differ.
func (h *History) Compare(first, second string) ([]ServiceDiff, error) {
	return page.Guard(h.page, "History.Compare", func() ([]ServiceDiff, error) {
		x, err := h.archive.Documents(first)
		if err != nil {
			return nil, err
		}
		y, err := h.archive.Documents(second)
		if err != nil {
			return nil, err
		}
		later := map[string]universalbuild.UniversalBuild{}
		for _, d := range y {
			later[d.Service] = parsed(d.Current())
		}
		out := []ServiceDiff{}
		for _, d := range x {
			other, both := later[d.Service]
			delete(later, d.Service)
			if !both {
				out = append(out, ServiceDiff{d.Service, "removed", []FieldDiff{}})
				continue
			}
			out = append(out, compared(d.Service, parsed(d.Current()), other))
		}
		for _, d := range y {
			if _, added := later[d.Service]; added {
				out = append(out, ServiceDiff{d.Service, "added", []FieldDiff{}})
			}
		}
		return out, nil
	})
}

func compared(service string, a, b universalbuild.UniversalBuild) ServiceDiff {
	diff := ServiceDiff{service, "same", []FieldDiff{}}
	for _, c := range universalbuild.Diff(a, b) {
		diff.State = "changed"
		whole := universalbuild.ListOf(c.Field)
		diff.Fields = append(diff.Fields, FieldDiff{
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
