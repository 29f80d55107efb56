//go:build !headless || window

package main

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/store"
	"aipack/backend/universalbuild"
)

// documents makes the rows of a run's documents. Edits of the last analysis of
// the same folder are made again on what was detected now, and a Dockerfile
// written by hand stays.
func (a *App) documents(row store.Run, found []universalbuild.UniversalBuild) []store.Document {
	edited := a.editedBefore(row)
	docs := make([]store.Document, 0, len(found))
	for i, service := range keys(found) {
		text, err := written(found[i])
		if err != nil {
			a.log.add("writing the document of " + service + ": " + err.Error())
			continue
		}
		d := store.Document{Service: service, Name: found[i].Metadata.ProjectName, Original: text}
		if before, ok := edited[service]; ok {
			d.Dockerfile = before.Dockerfile
			a.remake(&d, found[i], before)
		}
		docs = append(docs, d)
	}
	return docs
}

// keys names the documents of a run: by path, and where two share one, the
// later with its number.
func keys(docs []universalbuild.UniversalBuild) []string {
	seen := map[string]int{}
	out := make([]string, len(docs))
	for i, d := range docs {
		p := d.Metadata.Path
		seen[p]++
		if out[i] = p; seen[p] > 1 {
			out[i] += "#" + strconv.Itoa(seen[p])
		}
	}
	return out
}

func (a *App) editedBefore(row store.Run) map[string]store.Document {
	edited := map[string]store.Document{}
	before, err := a.store.Before(row.Path, row.ID)
	if err != nil {
		return edited
	}
	docs, err := a.store.Documents(before.ID)
	if err != nil {
		a.log.add("reading the last edits: " + err.Error())
	}
	for _, d := range docs {
		if d.Edit > 0 || d.Dockerfile != "" {
			edited[d.Service] = d
		}
	}
	return edited
}

// remake makes the edits of an earlier document on a new one; those that no
// longer fit are left out.
func (a *App) remake(d *store.Document, found universalbuild.UniversalBuild, before store.Document) {
	next := found
	var made []change
	for _, c := range differences(parsed(before.Original), parsed(before.Current())) {
		if changed, err := set(next, []change{c}); err == nil {
			next, made = changed, append(made, c)
		}
	}
	text, err := written(attributed(found, next))
	if err != nil || text == d.Original {
		return
	}
	what, err := json.Marshal(made)
	if err != nil {
		return
	}
	d.Edits = []store.Edit{{Number: 1, At: a.now().UnixMilli(), What: string(what), Document: text}}
	d.Edit = 1
}

// differences says what to set in one document to come to another. A list
// counts as one value: its places mean nothing in another list.
func differences(from, to universalbuild.UniversalBuild) []change {
	var changes []change
	for _, c := range universalbuild.Diff(from, to) {
		field := listOf(c.Field)
		if field == "/evidence" || slices.ContainsFunc(changes, func(o change) bool { return o.Field == field }) {
			continue
		}
		changes = append(changes, change{field, valueAt(to, field)})
	}
	return changes
}

// listOf cuts a pointer before its first index.
func listOf(pointer string) string {
	parts := strings.Split(pointer, "/")
	for i, p := range parts {
		// Names of variables are not only digits, so a number is an index.
		if _, err := strconv.Atoi(p); err == nil {
			return strings.Join(parts[:i], "/")
		}
	}
	return pointer
}

// valueAt is the JSON at a pointer, null where there is none.
func valueAt(doc universalbuild.UniversalBuild, pointer string) json.RawMessage {
	v, ok := universalbuild.Get(doc, pointer)
	if !ok {
		return json.RawMessage("null")
	}
	text, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage("null")
	}
	return text
}

// attributed gives an edited document the evidence of the detected one, except
// where the user has decided.
func attributed(original, edited universalbuild.UniversalBuild) universalbuild.UniversalBuild {
	edited.Evidence = slices.Clone(original.Evidence)
	for _, c := range universalbuild.Diff(original, edited) {
		if !universalbuild.Known(c.Field) || c.New == nil {
			continue
		}
		mine := universalbuild.Evidence{Field: c.Field, Value: plain(c.New), Confidence: 1, Source: "user"}
		at := slices.IndexFunc(edited.Evidence, func(e universalbuild.Evidence) bool { return e.Field == c.Field })
		if at < 0 {
			edited.Evidence = append(edited.Evidence, mine)
			continue
		}
		old := edited.Evidence[at]
		mine.Alternatives = append([]universalbuild.Alternative{{Value: old.Value, Confidence: old.Confidence, Rule: old.Rule, Path: old.Path, Line: old.Line}}, old.Alternatives...)
		edited.Evidence[at] = mine
	}
	return edited
}

// plain is a value as text: strings without quotes, all else as JSON.
func plain(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	text, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(text)
}

// evidenceFor finds what stands behind a field: evidence of its own, of the
// whole it is part of, or of a part of it.
func evidenceFor(doc universalbuild.UniversalBuild, field string) Cause {
	best := -1
	for i, e := range doc.Evidence {
		if e.Field == field {
			best = i
			break
		}
		if best < 0 && (strings.HasPrefix(field, e.Field+"/") || strings.HasPrefix(e.Field, field+"/")) {
			best = i
		}
	}
	if best < 0 {
		return Cause{}
	}
	e := doc.Evidence[best]
	return Cause{Rule: e.Rule, Path: e.Path, Line: e.Line, Excerpt: e.Excerpt, Source: e.Source}
}
