package session

import (
	"encoding/json"
	"fmt"
	"testing"

	"aipack/backend/packaging/export"
	"aipack/backend/store"
	"aipack/backend/universalbuild"
)

// crowded is a run of n services that share one folder, so that each one's place
// depends on all others.
func crowded(t *testing.T, n int) *Run {
	t.Helper()
	r := empty(t).fresh(store.Run{ID: "crowded", State: "completed"})
	for i := range n {
		text, err := written(universalbuild.UniversalBuild{Metadata: universalbuild.Metadata{ProjectName: "worker", Path: "services"}})
		if err != nil {
			t.Fatal(err)
		}
		r.docs = append(r.docs, store.Document{Service: fmt.Sprintf("services/%04d", i), Original: text})
	}
	return r
}

// TestAThousandServicesArePlacedOnce: what one service shows must not cost a
// look at all others.
func TestAThousandServicesArePlacedOnce(t *testing.T) {
	r := crowded(t, 1000)
	want := export.Place(r.current())
	for i := range r.docs {
		if got := r.place(i); got != want[i].Dockerfile {
			t.Fatalf("service %d is placed at %s, not %s", i, got, want[i].Dockerfile)
		}
	}
	if n := testing.AllocsPerRun(10, func() { r.place(999) }); n != 0 {
		t.Errorf("asking once more works the places out again: %v allocations", n)
	}
}

// TestAnEditMovesItsNeighbours: a service that leaves the shared folder gives
// the last one in it the plain name.
func TestAnEditMovesItsNeighbours(t *testing.T) {
	r := crowded(t, 2)
	if got := r.place(0); got != "services/Dockerfile.worker" {
		t.Fatal(got)
	}
	next, err := universalbuild.Set(Parsed(r.docs[1].Current()), "/metadata/path", json.RawMessage(`"elsewhere"`))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.edit(&r.docs[1], nil, next); err != nil {
		t.Fatal(err)
	}
	if a, b := r.place(0), r.place(1); a != "services/Dockerfile" || b != "elsewhere/Dockerfile" {
		t.Errorf("%s and %s", a, b)
	}
}
