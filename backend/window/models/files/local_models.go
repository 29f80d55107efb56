package files

import (
	"context"
	"os"
	"slices"

	"aipack/backend/base/fault"
	"aipack/backend/model/modelfile"
	"aipack/backend/window/page"
)

// LocalModels are the model files, and the computer that they have to suit.
type LocalModels struct {
	parts   Parts
	machine *Machine
}

// Files lists the models with how they suit this computer.
func (s *LocalModels) Files() (ModelFiles, error) {
	return page.Guard(s.parts.Page, "LocalModels.Files", func() (ModelFiles, error) {
		s.parts.Files.Notice()
		shelf := s.parts.Files.Shelf
		all, err := shelf.List()
		if err != nil {
			return ModelFiles{}, err
		}
		room := s.machine.Room(context.Background())
		choice := modelfile.Choose(modelfile.Catalogue(), room)
		offered := modelfile.Offer(modelfile.Catalogue(), room, mostOffered)
		out := ModelFiles{Folder: shelf.Dir, MemoryUsable: room.Memory, Recommended: choice.Model.ID, Why: choice.Why, Models: []ModelFile{}}
		out.DiskFree, _ = modelfile.Free(shelf.Dir) // 0 says that it is not known
		for _, e := range all {
			row := s.row(e, room, choice.Model.ID)
			row.Offered = slices.ContainsFunc(offered, func(m modelfile.Model) bool { return m.ID == e.ID })
			out.Models = append(out.Models, row)
		}
		return out, nil
	})
}

// mostOffered is how many models the first steps name.
const mostOffered = 5

func (s *LocalModels) row(e modelfile.Entry, room modelfile.Room, recommended string) ModelFile {
	fit, text := e.Fit(room)
	m := ModelFile{
		ID: e.ID, Name: e.Name, File: e.File, Path: e.Path, Bytes: e.Bytes, Need: e.Need, Context: e.Context, Parameters: e.Parameters,
		Quantisation: e.Quantisation, Architecture: e.Architecture, Licence: e.Licence, LicenceURL: e.LicenceURL, NonCommercial: e.NonCommercial,
		Own: e.Own, InPlace: e.InPlace, State: string(e.State), Fit: fit, FitText: text, Recommended: e.ID == recommended,
	}
	m.Made, m.Answer, m.OnGPU = e.Made, e.Seconds(room.Pace), room.GPU > 0 && e.OnDevice() <= room.GPU
	m.Memory = []MemoryFor{}
	for _, f := range e.ByContext() {
		m.Memory = append(m.Memory, MemoryFor(f))
	}
	if s.parts.Files.Active(e.ID) {
		m.State = string(modelfile.Downloading)
	}
	return m
}

// Import takes in a GGUF file of the user's; path "" asks for one, and
// gives a ModelFile without an id where the user chose none or stopped the copy.
func (s *LocalModels) Import(path string, inPlace bool) (ModelFile, error) {
	return page.Guard(s.parts.Page, "LocalModels.Import", func() (ModelFile, error) {
		if path == "" {
			var err error
			if path, err = s.parts.Page.Frame.PickFile("Choose a GGUF file"); err != nil || path == "" {
				return ModelFile{}, err
			}
		}
		e, err := s.parts.Files.Import(context.Background(), path, inPlace)
		if fault.CodeOf(err) == fault.Canceled {
			return ModelFile{}, nil // in the tray, by the user
		}
		if err != nil {
			return ModelFile{}, err
		}
		s.parts.Forget(e.ID)
		return s.row(e, s.machine.Room(context.Background()), ""), nil
	})
}

// Remove deletes a model; one that is used in place is only forgotten.
func (s *LocalModels) Remove(id string) error {
	return page.Guarded(s.parts.Page, "LocalModels.Remove", func() error {
		s.parts.Files.Cancel(id)
		shelf := s.parts.Files.Shelf
		e, err := shelf.Find(id)
		if err != nil {
			return err
		}
		if !s.parts.Models.Release(e.Path) {
			return &fault.Fault{
				Code: fault.Busy, Message: e.Name + " is answering at the moment",
				Hint: "Stop the analysis, or wait until it has ended; then remove the model.",
			}
		}
		defer s.parts.Forget(e.ID)
		return shelf.Remove(e)
	})
}

// Check reads a model whole and compares it with what was published.
func (s *LocalModels) Check(id string) (ModelCheck, error) {
	return page.Guard(s.parts.Page, "LocalModels.Check", func() (ModelCheck, error) {
		e, err := s.parts.Files.Shelf.Find(id)
		if err != nil {
			return ModelCheck{}, err
		}
		if e.State != modelfile.Ready && e.State != modelfile.Damaged {
			return ModelCheck{}, &fault.Fault{Code: fault.ModelNotFound, Message: e.Name + " is not on this computer", Hint: "Download it first."}
		}
		if err := modelfile.Verify(context.Background(), e.Path, e.Model, nil); err != nil {
			return ModelCheck{Message: err.Error()}, nil
		}
		if e.SHA256 == "" {
			return ModelCheck{OK: true, Message: "Its header is sound. Nobody published a sum to compare it with."}, nil
		}
		return ModelCheck{OK: true, Message: "It is the file that was published."}, nil
	})
}

// OpenFolder shows the folder of the models in the file manager.
func (s *LocalModels) OpenFolder() error {
	return page.Guarded(s.parts.Page, "LocalModels.OpenFolder", func() error {
		dir := s.parts.Files.Shelf.Dir
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		return page.Reveal(dir)
	})
}
