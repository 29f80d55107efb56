package prove

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"aipack/backend/prove/external"
	"aipack/backend/universalbuild"
)

// How much a program is asked for the sake of data services that it has not
// connected to: so many requests, in so long; and how soon after an answer it is
// seen whether it has connected.
const (
	mostFurther  = 24
	longFurther  = 20 * time.Second
	connects     = 200 * time.Millisecond
	mostOfAnswer = 2 << 20
)

// reached is a data service that the program connected to upon a request.
type reached struct {
	store string // as documents name it
	asked string // "GET /ready"
	said  string // what is wrong with the answer, in words; "" for nothing
}

// reach asks a well program for more of what it serves where a data service of
// its plan was there and it has not connected to it so far: many clients connect
// when they are first used. The answers decide nothing of the program itself, but
// one that it cannot give says that reaching the service was in vain. One that
// has the network is left alone: what it changes there would stay. The error is
// that the program has ended.
func (t *run) reach(ctx context.Context) error {
	waiting := t.unreached()
	if len(waiting) == 0 || t.reachesOut() || t.door == nil || !slices.Contains([]string{external.HTTP, external.HTTPS, external.HTTP2}, t.speaks) {
		return nil
	}
	t.tell("again", "for it to connect to "+strings.Join(waiting, " and ")+": it is asked for more of what it serves")
	return t.reachBy(ctx, external.Way{Dial: t.door.dial, Ports: t.ports(), Limit: glancing, Most: mostOfAnswer})
}

// reachBy asks until every data service is reached, within bounds. A program that
// connects and answers wrongly is given as long as at the first look.
func (t *run) reachBy(ctx context.Context, way external.Way) error {
	limited, cancel := context.WithTimeout(ctx, longFurther)
	defer cancel()
	waiting := t.unreached()
	for path := range t.further(limited, way) {
		a := way.Get(limited, t.speaks, path)
		if gone := t.pause(ctx, connects); gone != nil {
			t.asked(3, a, false, "")
			return t.staged(gone)
		}
		left := t.unreached()
		for began := time.Now(); len(left) < len(waiting) && unanswered(a) != "" && time.Since(began) < t.limits.Unhealthy && limited.Err() == nil; {
			if gone := t.pause(ctx, asksAgain); gone != nil {
				return t.staged(gone)
			}
			a = way.Get(limited, t.speaks, path)
		}
		said := unanswered(a)
		for _, id := range waiting {
			if !slices.Contains(left, id) {
				t.reached = append(t.reached, reached{store: id, asked: a.What, said: said})
			}
		}
		if len(left) < len(waiting) || said != "" && limited.Err() == nil {
			t.asked(3, a, said == "", "")
		}
		if waiting = left; len(waiting) == 0 || limited.Err() != nil {
			break
		}
	}
	return ctx.Err()
}

// unanswered says what is wrong with an answer that the program could not give.
func unanswered(a external.Answer) string {
	switch {
	case a.Err != nil:
		return "was not answered: " + a.Err.Error()
	case a.Status >= http.StatusInternalServerError:
		return fmt.Sprintf("is answered with %d", a.Status)
	}
	return ""
}

// unreached are the data services that are healthy and that nobody of the service
// has connected to so far.
func (s *session) unreached() (ids []string) {
	if s.neighbourhood == nil {
		return nil
	}
	for _, one := range s.neighbourhood.told(s.service.Name, s.request.Document) {
		if one.State == StoreHealthy && !one.Asked {
			ids = append(ids, one.ID)
		}
	}
	return ids
}

// further are paths of the program's own that were not asked yet: what its
// sources and files of deployment answer for health beside the one that is known,
// those of readiness first, because they ask what a program needs; the other paths that
// its sources answer; then what its page links to, and what it describes itself.
func (t *run) further(ctx context.Context, way external.Way) func(yield func(path string) bool) {
	return func(yield func(string) bool) {
		asked := map[string]bool{"/": true, knownPath(t.request.Document): true}
		each := func(paths []string) bool {
			for _, p := range paths {
				if len(asked) < mostFurther && !asked[p] && external.Askable(p) {
					if asked[p] = true; !yield(p) {
						return false
					}
				}
			}
			return true
		}
		beside := t.request.Document.Behind("/runtime/healthcheck").Alternatives
		if !each(healthBeside(beside)) || !each(answersBeside(beside)) || !each(way.Get(ctx, t.speaks, cmp.Or(t.page, "/")).Links()) {
			return
		}
		for _, at := range external.Descriptions {
			if !each(way.Get(ctx, t.speaks, at).Links()) {
				return
			}
		}
	}
}

// healthBeside are the paths that lost against the one that the service is known
// to be well by.
func healthBeside(lost []universalbuild.Alternative) (paths []string) {
	for _, a := range lost {
		if a.Rule != universalbuild.AnswersRule {
			paths = append(paths, a.Value)
		}
	}
	ready := func(p string) int {
		if strings.Contains(strings.ToLower(p), "read") {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(paths, func(a, b string) int { return cmp.Compare(ready(a), ready(b)) })
	return paths
}

// answersBeside are the other paths that the sources answer.
func answersBeside(lost []universalbuild.Alternative) (paths []string) {
	for _, a := range lost {
		if a.Rule == universalbuild.AnswersRule {
			paths = append(paths, a.Value)
		}
	}
	return paths
}

// unneededReach are the data services that it connected to in vain alone.
func (s *session) unneededReach() (list []reached) {
	for _, r := range s.reached {
		if r.said != "" {
			list = append(list, r)
		}
	}
	return list
}

// credit writes down by which request each data service was reached.
func (s *session) credit() {
	for _, r := range s.reached {
		for i, store := range s.report.Stores {
			if store.ID == r.store {
				s.report.Stores[i].AskedBy = r.asked
			}
		}
	}
}
