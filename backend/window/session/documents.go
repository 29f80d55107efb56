package session

import (
	"encoding/json"
	"strconv"

	"aipack/backend/store"
	"aipack/backend/universalbuild"
)

// detected makes the rows of a run's documents. Edits of the last analysis of
// the same folder are made again on what was detected now, and a Dockerfile
// written by hand stays.
func (r *Run) detected(found []universalbuild.UniversalBuild) []store.Document {
	edited := r.editedBefore()
	docs := make([]store.Document, 0, len(found))
	for i, service := range named(found) {
		text, err := written(found[i])
		if err != nil {
			r.page.Log.Add("writing the document of " + service + ": " + err.Error())
			continue
		}
		d := store.Document{Service: service, Name: found[i].Metadata.ProjectName, Original: text}
		if before, ok := edited[service]; ok {
			d.Dockerfile = before.Dockerfile
			r.remake(&d, found[i], before)
		}
		docs = append(docs, d)
	}
	return docs
}

// named names the documents of a run: by path, and where two share one, the
// later with its number.
func named(docs []universalbuild.UniversalBuild) []string {
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

func (r *Run) editedBefore() map[string]store.Document {
	edited := map[string]store.Document{}
	before, err := r.store.Before(r.row.Path, r.row.ID)
	if err != nil {
		return edited
	}
	docs, err := r.store.Documents(before.ID)
	if err != nil {
		r.page.Log.Add("reading the last edits: " + err.Error())
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
func (r *Run) remake(d *store.Document, found universalbuild.UniversalBuild, before store.Document) {
	next := found
	var made []universalbuild.Edit
	for _, c := range universalbuild.Edits(Parsed(before.Original), Parsed(before.Current())) {
		if changed, err := set(next, []universalbuild.Edit{c}); err == nil {
			next, made = changed, append(made, c)
		}
	}
	text, err := written(universalbuild.Attributed(found, next))
	if err != nil || text == d.Original {
		return
	}
	what, err := json.Marshal(made)
	if err != nil {
		return
	}
	d.Edits = []store.Edit{{Number: 1, At: r.now().UnixMilli(), What: string(what), Document: text}}
	d.Edit = 1
}
