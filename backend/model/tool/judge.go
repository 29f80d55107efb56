package tool

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"time"

	"aipack/backend/detect/validate"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

// judge says what is wrong with a submission: by the validator's rules, by the
// repository's files, and by whatever further condition the session has.
type judge struct {
	repo   *repo.Tree
	check  func(universalbuild.UniversalBuild) []validate.Problem
	accept func(universalbuild.UniversalBuild) []validate.Problem

	once  sync.Once
	files *repo.Index // nil where the repository could not be listed
}

func (j *judge) problems(ctx context.Context, docs []universalbuild.UniversalBuild) []validate.Problem {
	j.once.Do(func() { j.list(ctx) })
	var out []validate.Problem
	for i, doc := range docs {
		found := j.check(doc)
		found = append(found, j.verify(ctx, doc)...)
		if j.accept != nil {
			found = append(found, j.accept(doc)...)
		}
		for _, p := range found {
			if len(docs) > 1 {
				p.Path = "/" + strconv.Itoa(i) + p.Path
			}
			out = append(out, p)
		}
	}
	// Errors first, as the validator has them.
	slices.SortStableFunc(out, func(a, b validate.Problem) int {
		switch x, y := a.Level == validate.Error, b.Level == validate.Error; {
		case x == y:
			return 0
		case x:
			return -1
		}
		return 1
	})
	return out
}

// list walks the repository once; ctx ends with the call, the walk has limits
// of its own.
func (j *judge) list(ctx context.Context) {
	if j.repo != nil {
		index, err := j.repo.IndexWith(context.WithoutCancel(ctx), repo.IndexOptions{Timeout: 5 * time.Second})
		if err == nil && index.Partial == nil {
			j.files = index
		}
	}
	if j.check == nil {
		var paths []string
		if j.files != nil {
			paths = j.files.Paths()
		}
		j.check = validate.New(paths).Document
	}
}
