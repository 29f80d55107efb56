package files

import (
	"context"
	"sync"

	"aipack/backend/base/fault"
	"aipack/backend/model/hardware"
	"aipack/backend/model/llm/llamacpp"
	"aipack/backend/model/modelfile"
	"aipack/backend/window/page"
)

// Machine is what is known of this computer: it is looked at when it is asked
// for first.
type Machine struct {
	Look func(context.Context) (hardware.Picture, hardware.Decision)

	page     *page.Link
	mu       sync.Mutex
	picture  hardware.Picture
	decision hardware.Decision
	asked    chan struct{} // closed when the devices have been asked for
}

// Room is what the machine has for a model: the devices as they were when they
// were last asked, memory as it is now. A driver that hangs is not waited for
// longer than ctx allows; memory alone counts then.
func (m *Machine) Room(ctx context.Context) modelfile.Room {
	select {
	case <-m.Known():
	case <-ctx.Done():
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	r := modelfile.RoomOn(m.picture, m.decision)
	if now := hardware.Now(); now.Usable > 0 {
		r.Memory = now.Usable
	}
	return r
}

// Known is closed once the devices have been asked for the first time.
func (m *Machine) Known() <-chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.asked == nil {
		m.asked = make(chan struct{})
		done := m.asked
		go m.page.Apart("looking for devices", func() {
			defer close(done)
			m.refresh(context.Background())
		})
	}
	return m.asked
}

func (m *Machine) refresh(ctx context.Context) (hardware.Picture, hardware.Decision) {
	p, d := m.Look(ctx)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.picture, m.decision = p, d
	return p, d
}

// Trouble is what keeps models from running here, "" for nothing.
func (m *Machine) Trouble() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.decision.Trouble
}

// Hardware looks at this computer anew.
func (s *LocalModels) Hardware() (HardwareInfo, error) {
	return page.Guard(s.parts.Page, "LocalModels.Hardware", func() (HardwareInfo, error) {
		p, d := s.machine.refresh(context.Background())
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
		h.Disk.Path = s.parts.Files.Shelf.Dir
		h.Disk.Free, _ = modelfile.Free(h.Disk.Path) // 0 says that it is not known
		if dir := llamacpp.FindLibraries(); dir != "" {
			h.Engine = "llama.cpp, from " + dir
		} else {
			h.Looked = llamacpp.Places()
		}
		if d.Trouble != "" {
			h.EngineProblem = &page.Fault{
				Code: string(fault.EngineAbsent), Message: page.Sentence(d.Trouble),
				Hint: "Until then models on this computer cannot be used; everything else works.",
			}
		}
		return h, nil
	})
}
