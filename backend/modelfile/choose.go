package modelfile

import (
	"fmt"

	"aipack/backend/hardware"
)

// headroom is left for everything else (A115).
const headroom = 2 * GiB

// usualContext is the window that a detection uses, in tokens (REQUIREMENTS
// K-21, profile detect-16k).
const usualContext = 16 << 10

// Room is what a machine has for a model, in bytes.
type Room struct {
	Memory  int64  // that can be had now, a container's limit counted
	GPU     int64  // free on the device that inference would use, 0 for none
	GPUName string // "NVIDIA GeForce RTX 4090"
}

// RoomOn is what a machine has for a model.
func RoomOn(p hardware.Picture, d hardware.Decision) Room {
	r := Room{Memory: p.Memory.Usable}
	if d.Backend != "cpu" {
		r.GPU, r.GPUName = d.Device.Free, d.Device.Description
	}
	return r
}

// Choice is the model that suits a machine, and why.
type Choice struct {
	Model Model
	Why   string // one sentence
}

// OnDevice is what a model takes on a GPU: its weights, the cache of the usual
// window, and a tenth for what computing needs.
func (m Model) OnDevice() int64 {
	bytes := m.Bytes + m.CacheByte*int64(min(usualContext, max(m.Context, 0)))
	return bytes + bytes/10
}

// Choose takes the largest model that fits the GPU whole or leaves the
// headroom in memory, else the smallest (A115).
func Choose(models []Model, room Room) Choice {
	list := append([]Model{}, models...)
	bySize(list)
	for _, m := range list {
		if room.GPU > 0 && m.OnDevice() <= room.GPU && room.Memory >= headroom {
			return Choice{m, fmt.Sprintf("the largest that fits whole on %s: it takes %s there, %s are free", room.GPUName, MemorySize(m.OnDevice()), MemorySize(room.GPU))}
		}
		if room.Memory >= m.Need+headroom {
			return Choice{m, fmt.Sprintf("the largest for this computer: it needs %s and %s to spare, %s are free", MemorySize(m.Need), MemorySize(headroom), MemorySize(room.Memory))}
		}
	}
	if len(list) == 0 {
		return Choice{}
	}
	m := list[len(list)-1]
	return Choice{m, fmt.Sprintf("the smallest: it needs %s and %s to spare, and only %s are free", MemorySize(m.Need), MemorySize(headroom), MemorySize(room.Memory))}
}

// Fit says how a model suits a machine: "good", "tight" (it fits, and leaves
// less than the headroom) or "no", with a sentence.
func (m Model) Fit(room Room) (string, string) {
	switch {
	case room.GPU > 0 && m.OnDevice() <= room.GPU:
		return "good", fmt.Sprintf("fits whole on %s: takes %s, %s are free", room.GPUName, MemorySize(m.OnDevice()), MemorySize(room.GPU))
	case room.Memory >= m.Need+headroom:
		return "good", fmt.Sprintf("needs %s and %s to spare, %s are free", MemorySize(m.Need), MemorySize(headroom), MemorySize(room.Memory))
	case room.Memory >= m.Need:
		return "tight", fmt.Sprintf("needs %s, %s are free: little is left for other programs", MemorySize(m.Need), MemorySize(room.Memory))
	}
	return "no", fmt.Sprintf("needs %s, only %s are free", MemorySize(m.Need), MemorySize(room.Memory))
}

// MemorySize writes bytes of memory for people, in the units in which memory is
// sold and the specification counts it: 1 GB is 1024³ bytes.
func MemorySize(bytes int64) string {
	switch {
	case bytes >= GiB && bytes%GiB == 0:
		return fmt.Sprintf("%d GB", bytes/GiB)
	case bytes >= GiB:
		return fmt.Sprintf("%.1f GB", float64(bytes)/GiB)
	}
	return fmt.Sprintf("%d MB", bytes>>20)
}

// FileSize writes bytes of a file or disk for people, in the units of disks
// and downloads: 1 GB is 1000³ bytes.
func FileSize(bytes int64) string {
	switch {
	case bytes >= 1e9:
		return fmt.Sprintf("%.1f GB", float64(bytes)/1e9)
	case bytes >= 1e6:
		return fmt.Sprintf("%d MB", bytes/1e6)
	}
	return fmt.Sprintf("%d kB", (bytes+999)/1000)
}
