package codefind

import (
	"context"
	"crypto/sha256"
)

// Model gives a vector of length 1 for each text; hear is told how many are done.
type Model interface {
	Embed(ctx context.Context, texts []string, hear func(done int)) ([][]float32, error)
}

// Shelf keeps vectors between two runs.
type Shelf interface {
	// Vectors that come with an error are not kept beyond this process.
	Vectors() (map[string][]float32, error)
	SaveVectors(vectors map[string][]float32) error
	DropVectors(keys []string) error
}

// Progress is how far the reading is.
type Progress struct{ Done, Of int } // texts

// kept is after how many texts what was computed is put away, so that one who stops
// does not wait for it again.
const kept = 256

// Reading is how a model reads the texts of an index.
type Reading struct {
	Name  string // of the model
	Model Model
	Shelf Shelf          // nil for none
	Whole bool           // the index is of the whole project: what it does not hold is gone; else it may be back
	Tell  func(Progress) // hears how far it is
	Warn  func(error)    // hears what is wrong with the shelf, which costs time alone
}

// Vectors gives the vectors of Texts. Those that the shelf has of the same model and
// text are taken from there, the others are computed and put there; vectors of texts
// that are gone are forgotten, where a part alone was read once they outnumber the
// others. The error is the model's.
func (x *Index) Vectors(ctx context.Context, r Reading) ([][]float32, error) {
	have, shelf := map[string][]float32{}, r.Shelf
	if shelf != nil {
		on, err := shelf.Vectors()
		if err != nil {
			r.Warn(err)
		}
		if on == nil && err != nil {
			shelf = nil
		} else {
			have = on
		}
	}
	said := x.Texts()
	keys := make([]string, len(said))
	wanted := map[string]bool{}
	var missing []string // keys
	var texts []string
	for i, t := range said {
		sum := sha256.Sum256([]byte(r.Name + "\x00" + t))
		keys[i] = string(sum[:16])
		if have[keys[i]] == nil && !wanted[keys[i]] {
			missing, texts = append(missing, keys[i]), append(texts, t)
		}
		wanted[keys[i]] = true
	}
	for at := 0; at < len(texts); at += kept {
		end := min(at+kept, len(texts))
		made, err := r.Model.Embed(ctx, texts[at:end], func(done int) { r.Tell(Progress{at + done, len(texts)}) })
		if err != nil {
			return nil, err
		}
		added := map[string][]float32{}
		for i, v := range made {
			added[missing[at+i]], have[missing[at+i]] = v, v
		}
		if shelf != nil {
			if err := shelf.SaveVectors(added); err != nil {
				r.Warn(err)
				shelf = nil
			}
		}
	}
	var gone []string
	for key := range have {
		if !wanted[key] {
			gone = append(gone, key)
		}
	}
	// A project that is never read whole (one source is too long) must not fill the disk.
	if shelf != nil && (r.Whole || len(gone) > len(wanted)) {
		if err := shelf.DropVectors(gone); err != nil {
			r.Warn(err)
		}
	}
	out := make([][]float32, len(keys))
	for i, key := range keys {
		out[i] = have[key]
	}
	return out, nil
}
