package modelfile

import (
	"os"
	"path/filepath"
	"testing"

	"aipack/backend/base/fault"
	"aipack/backend/model/modelfile/gguftest"
)

// TestWhatAnswersNothingIsNotAsked: whatever the room, and even where it is the
// only model here.
func TestWhatAnswersNothingIsNotAsked(t *testing.T) {
	for _, room := range []Room{{}, {Memory: 1 << 30}, {Memory: 64 * GiB, GPU: 24 * GiB}} {
		if m := Choose(Catalogue(), room).Model; m.Vectors {
			t.Errorf("%+v: %s is chosen", room, m.ID)
		}
		offered := Offer(Catalogue(), room, 100)
		for _, m := range offered {
			if m.Vectors {
				t.Errorf("%+v: %s is offered", room, m.ID)
			}
		}
		if len(offered) != len(Catalogue())-1 {
			t.Errorf("%d are offered", len(offered))
		}
	}
	s := Shelf{Dir: t.TempDir()}
	if e := s.Meaning(); e.State != Absent {
		t.Errorf("%+v", e)
	}
	file, err := os.Create(filepath.Join(s.Dir, Meaning().File))
	if err != nil {
		t.Fatal(err)
	}
	if err := file.Truncate(Meaning().Bytes); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	own := gguftest.Encoder() // and one of the user's that reads texts alone
	if err := gguftest.Write(filepath.Join(s.Dir, "mine.gguf"), own); err != nil {
		t.Fatal(err)
	}
	if e := s.Meaning(); e.State != Ready || e.Context != 256 {
		t.Errorf("%+v", e)
	}
	if e, err := s.Find("mine.gguf"); err != nil || !e.Vectors || e.At(1000) != 0 {
		t.Errorf("%+v, %v", e, err)
	}
	if e, err := s.Best(func() Room { return Room{} }); fault.CodeOf(err) != fault.ModelNotFound {
		t.Errorf("%s is the best for answers, %v", e.ID, err)
	}
}
