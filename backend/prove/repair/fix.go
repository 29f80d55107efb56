package repair

import (
	"encoding/json"
	"maps"
	"slices"

	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/universalbuild"
)

// fix is what one failure offers, made ready to be proved.
type fix struct {
	document universalbuild.UniversalBuild
	changes  []universalbuild.Change
	values   map[string]string // made up, for the proof alone
	key      string            // what it does, without what is made up
}

func (f fix) given() []string { return slices.Sorted(maps.Keys(f.values)) }

func noEdits() []universalbuild.Change { return []universalbuild.Change{} }

// offered makes the edits of a failure ready, or says why there is nothing to
// try.
func (r *run) offered(failed *cause.Failure) (f fix, why string) {
	if len(failed.Edits)+len(failed.Values) == 0 {
		return f, "No rule knows an edit for what fails now."
	}
	edits, err := edits(failed.Edits)
	if err == nil {
		f.document, err = universalbuild.Apply(r.request.Document, edits)
	}
	if err != nil {
		return f, "The edit that it offers does not fit the document: " + err.Error()
	}
	f.changes, f.values = noEdits(), map[string]string{}
	for _, e := range edits {
		old, _ := universalbuild.Get(r.request.Document, e.Field)
		now, _ := universalbuild.Get(f.document, e.Field)
		f.changes = append(f.changes, universalbuild.Change{Field: e.Field, Old: old, New: now})
	}
	for _, v := range failed.Values {
		if _, given := r.request.Env[v.Name]; given {
			continue
		}
		if f.values[v.Name] = v.Value; v.Value == "" {
			f.values[v.Name] = r.Secret(v.Name)
		}
	}
	if len(universalbuild.Diff(r.request.Document, f.document))+len(f.values) == 0 {
		return f, "What it offers is in the document already."
	}
	key, err := json.Marshal([]any{f.changes, f.given()})
	if err != nil {
		return f, "The edit that it offers cannot be written down: " + err.Error()
	}
	if f.key = string(key); r.tried[f.key] {
		return f, "What it offers was tried already, and did not help."
	}
	f.document = reasoned(f.document, edits, "prove."+failed.Rule)
	return f, ""
}

// edits are a failure's as the document takes them.
func edits(list []cause.Edit) ([]universalbuild.Edit, error) {
	var out []universalbuild.Edit
	for _, e := range list {
		value, err := json.Marshal(e.Value)
		if err != nil {
			return nil, err
		}
		out = append(out, universalbuild.Edit{Field: e.Field, Value: value})
	}
	return out, nil
}

// reasoned gives edited fields their reason: the rule that asked for the edit.
// What stood there before has lost.
func reasoned(doc universalbuild.UniversalBuild, edits []universalbuild.Edit, rule string) universalbuild.UniversalBuild {
	doc.Evidence = slices.Clone(doc.Evidence)
	for _, e := range edits {
		mine := universalbuild.Evidence{Field: e.Field, Value: said(e.Value), Confidence: 1, Source: "rule", Rule: rule}
		at := slices.IndexFunc(doc.Evidence, func(old universalbuild.Evidence) bool { return old.Field == e.Field })
		if at < 0 {
			doc.Evidence = append(doc.Evidence, mine)
			continue
		}
		old := doc.Evidence[at]
		mine.Alternatives = append([]universalbuild.Alternative{{
			Value: old.Value, Confidence: old.Confidence, Rule: old.Rule, Path: old.Path, Line: old.Line,
		}}, old.Alternatives...)
		doc.Evidence[at] = mine
	}
	return doc
}

// said is a value as text: strings without quotes, all else as JSON.
func said(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// judged reports whether a proof says something of what was changed.
func judged(r *prove.Report) bool {
	return r.Verdict != prove.NotBuilt && (r.Verdict != prove.Failed || r.Failure.Class == cause.Project || r.Failure.Class == "")
}

// came is what a proof came to, in a sentence.
func came(r *prove.Report) string {
	if r.Failure != nil {
		return r.Failure.Cause
	}
	return r.Verdict.Of("It")
}
