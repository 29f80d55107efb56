//go:build !headless || window

package main

import (
	"context"
	"os"
	"sync"
	"time"

	"aipack/backend/cli/fetching"
	"aipack/backend/fault"
	"aipack/backend/hardware"
	"aipack/backend/llm/llamacpp"
	"aipack/backend/modelfile"
)

// embedded is what the window knows of models on this computer. Downloads
// belong to it, and thereby to the program, not to a screen.
type embedded struct {
	downloads *modelfile.Downloads
	look      func(context.Context) (hardware.Picture, hardware.Decision)
	apart     func(what string, do func())

	mu       sync.Mutex
	picture  hardware.Picture
	decision hardware.Decision
	asked    chan struct{}        // closed when the devices have been asked for
	waiting  []modelfile.Progress // to be told
	timer    *time.Timer
	whole    int // downloads that have ended well, of those listed
}

// newEmbedded makes it; nothing is read before open.
func (a *App) newEmbedded() *embedded {
	e := &embedded{look: machine, apart: a.apart}
	e.downloads = &modelfile.Downloads{Shelf: modelfile.Shelf{Dir: modelfile.Folder()}, Hear: a.hearDownloads}
	return e
}

// room is what the machine has for a model: the devices as they were when they
// were last asked, memory as it is now. A driver that hangs is not waited for
// longer than ctx allows; memory alone counts then.
func (e *embedded) room(ctx context.Context) modelfile.Room {
	select {
	case <-e.known():
	case <-ctx.Done():
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	r := fetching.Room(e.picture, e.decision)
	if now := hardware.Now(); now.Usable > 0 {
		r.Memory = now.Usable
	}
	return r
}

// known is closed once the devices have been asked for the first time.
func (e *embedded) known() <-chan struct{} {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.asked == nil {
		e.asked = make(chan struct{})
		done := e.asked
		go e.apart("looking for devices", func() {
			defer close(done)
			e.refresh(context.Background())
		})
	}
	return e.asked
}

func (e *embedded) refresh(ctx context.Context) (hardware.Picture, hardware.Decision) {
	p, d := e.look(ctx)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.picture, e.decision = p, d
	return p, d
}

// Hardware looks at this computer anew.
func (a *App) Hardware() (HardwareInfo, error) {
	return guard(a, "Hardware", func() (HardwareInfo, error) {
		p, d := a.embedded.refresh(context.Background())
		h := HardwareInfo{
			OS: p.OS, Arch: p.Arch, CPU: CPUInfo{p.CPU.Model, p.CPU.Physical, p.CPU.Threads, p.CPU.Limit}, Memory: MemoryInfo(p.Memory),
			Cards: []CardInfo{}, CardsUnknown: p.Unknown, Devices: []DeviceInfo{}, Looked: []string{}, Backend: d.Backend, InferenceThreads: d.Threads, Why: d.Why,
		}
		for _, c := range p.Cards {
			h.Cards = append(h.Cards, CardInfo{c.Name, c.Vendor, c.Driver, c.Kind})
		}
		for _, j := range d.Devices {
			h.Devices = append(h.Devices, DeviceInfo{j.Name, j.Description, j.Backend(), j.Free, j.Total, j.Chosen, j.Why})
		}
		h.Disk.Path = a.embedded.downloads.Shelf.Dir
		h.Disk.Free, _ = modelfile.Free(h.Disk.Path) // 0 says that it is not known
		if dir := llamacpp.FindLibraries(); dir != "" {
			h.Engine = "llama.cpp, from " + dir
		} else {
			h.Looked = llamacpp.Places()
		}
		if d.Trouble != "" {
			h.EngineProblem = &Fault{Code: string(fault.EngineAbsent), Message: sentence(d.Trouble), Hint: "Until then models on this computer cannot be used; everything else works."}
		}
		return h, nil
	})
}

// ModelFiles lists the models with how they suit this computer.
func (a *App) ModelFiles() (ModelFiles, error) {
	return guard(a, "ModelFiles", func() (ModelFiles, error) {
		a.embedded.downloads.Notice()
		shelf := a.embedded.downloads.Shelf
		all, err := shelf.List()
		if err != nil {
			return ModelFiles{}, err
		}
		room := a.embedded.room(context.Background())
		choice := modelfile.Choose(modelfile.Catalogue(), room)
		out := ModelFiles{Folder: shelf.Dir, MemoryUsable: room.Memory, Recommended: choice.Model.ID, Why: choice.Why, Models: []ModelFile{}}
		out.DiskFree, _ = modelfile.Free(shelf.Dir) // 0 says that it is not known
		for _, e := range all {
			out.Models = append(out.Models, a.modelFile(e, room, choice.Model.ID))
		}
		return out, nil
	})
}

func (a *App) modelFile(e modelfile.Entry, room modelfile.Room, recommended string) ModelFile {
	fit, text := e.Fit(room)
	m := ModelFile{
		ID: e.ID, Name: e.Name, File: e.File, Path: e.Path, Bytes: e.Bytes, Need: e.Need, Context: e.Context, Parameters: e.Parameters,
		Quantisation: e.Quantisation, Architecture: e.Architecture, Licence: e.Licence, LicenceURL: e.LicenceURL, NonCommercial: e.NonCommercial,
		Own: e.Own, InPlace: e.InPlace, State: string(e.State), Fit: fit, FitText: text, Recommended: e.ID == recommended,
	}
	if a.embedded.downloads.Active(e.ID) {
		m.State = string(modelfile.Downloading)
	}
	return m
}

// ImportModel takes in a GGUF file of the user's; path "" asks for one, and
// gives a ModelFile without an id where the user chose none or stopped the copy.
func (a *App) ImportModel(path string, inPlace bool) (ModelFile, error) {
	return guard(a, "ImportModel", func() (ModelFile, error) {
		if path == "" {
			var err error
			if path, err = a.frame.pickFile("Choose a GGUF file"); err != nil || path == "" {
				return ModelFile{}, err
			}
		}
		e, err := a.embedded.downloads.Import(context.Background(), path, inPlace)
		if fault.CodeOf(err) == fault.Canceled {
			return ModelFile{}, nil // in the tray, by the user
		}
		if err != nil {
			return ModelFile{}, err
		}
		a.anew("embedded")
		return a.modelFile(e, a.embedded.room(context.Background()), ""), nil
	})
}

// RemoveModel deletes a model; one that is used in place is only forgotten.
func (a *App) RemoveModel(id string) error {
	return guarded(a, "RemoveModel", func() error {
		a.embedded.downloads.Cancel(id)
		shelf := a.embedded.downloads.Shelf
		e, err := shelf.Find(id)
		if err != nil {
			return err
		}
		if !letGo(e.Path) {
			return &fault.Fault{Code: fault.Busy, Message: e.Name + " is answering at the moment", Hint: "Stop the analysis, or wait until it has ended; then remove the model."}
		}
		defer a.anew("embedded")
		return shelf.Remove(e)
	})
}

// CheckModel reads a model whole and compares it with what was published.
func (a *App) CheckModel(id string) (ModelCheck, error) {
	return guard(a, "CheckModel", func() (ModelCheck, error) {
		e, err := a.embedded.downloads.Shelf.Find(id)
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

// OpenModelFolder shows the folder of the models in the file manager.
func (a *App) OpenModelFolder() error {
	return guarded(a, "OpenModelFolder", func() error {
		dir := a.embedded.downloads.Shelf.Dir
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		return a.frame.reveal(dir)
	})
}
