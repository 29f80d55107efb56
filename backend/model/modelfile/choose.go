package modelfile

import (
	"cmp"
	"fmt"
	"slices"

	"aipack/backend/model/hardware"
)

// headroom is left for everything else (A115).
const headroom = 2 * GiB

// usualContext is the window that a detection uses, in tokens (REQUIREMENTS
// K-21, profile detect-16k).
const usualContext = 16 << 10

// Room is what a machine has for a model, in bytes.
type Room struct {
	Memory  int64         // that can be had now, a container's limit counted
	GPU     int64         // free on the device that inference would use, 0 for none
	GPUName string        // "NVIDIA GeForce RTX 4090"
	Pace    hardware.Pace // of the processor; nothing of it is known where it is zero
}

// RoomOn is what a machine has for a model.
func RoomOn(p hardware.Picture, d hardware.Decision) Room {
	r := Room{Memory: p.Memory.Usable, Pace: p.CPU.Pace()}
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

// NeedFor is what a model takes with a conversation of so many tokens: its
// weights, what the conversation takes, and a tenth for what computing needs.
func (m Model) NeedFor(tokens int) int64 {
	bytes := m.Bytes + m.At(min(tokens, max(m.Context, 0)))
	return bytes + bytes/10
}

// For is what a model takes in memory with a conversation of so many tokens.
type For struct {
	Tokens int   `json:"tokens"`
	Bytes  int64 `json:"bytes"`
}

// ByContext is what a model takes with conversations of 4,096, 16,384 (a
// detection's) and 65,536 tokens, as far as its window goes, and with a full window.
func (m Model) ByContext() []For {
	out := []For{}
	for _, tokens := range []int{4 << 10, usualContext, 64 << 10} {
		if tokens < m.Context {
			out = append(out, For{tokens, m.NeedFor(tokens)})
		}
	}
	if m.Context > 0 {
		out = append(out, For{m.Context, m.NeedFor(m.Context)})
	}
	return out
}

// OnDevice is what a model takes on a GPU with the usual window.
func (m Model) OnDevice() int64 { return m.NeedFor(usualContext) }

// Choose takes the largest model that fits the GPU whole; else the largest that
// leaves the headroom in memory (A115) and answers in a minute on the processor
// (A091); else the one of these that answers soonest; else the smallest. One that must not be used
// commercially is chosen only where there is no other, and one that answers nothing never.
func Choose(models []Model, room Room) Choice {
	models = answering(models)
	list := slices.DeleteFunc(slices.Clone(models), func(m Model) bool { return m.NonCommercial })
	if len(list) == 0 {
		list = slices.Clone(models)
	}
	if len(list) == 0 {
		return Choice{}
	}
	bySize(list)
	for _, m := range list {
		if room.GPU > 0 && m.OnDevice() <= room.GPU && room.Memory >= headroom {
			return Choice{
				m,
				fmt.Sprintf("the largest that fits whole on %s: it takes %s there, %s are free", room.GPUName, MemorySize(m.OnDevice()), MemorySize(room.GPU)),
			}
		}
	}
	for _, m := range list {
		if seconds := m.Seconds(room.Pace); room.Memory >= m.Need+headroom && seconds <= patience {
			why := fmt.Sprintf("the largest for this computer: it needs %s and %s to spare, %s are free",
				MemorySize(m.Need), MemorySize(headroom), MemorySize(room.Memory))
			if seconds > 0 {
				why = fmt.Sprintf("the largest that answers within a minute on this processor (estimated: %s): it needs %s and %s to spare, %s are free",
					Duration(seconds), MemorySize(m.Need), MemorySize(headroom), MemorySize(room.Memory))
			}
			return Choice{m, why}
		}
	}
	m := list[len(list)-1]
	if room.Memory >= m.Need+headroom {
		// The soonest need not be the smallest: of a mixture of experts a token is computed with a part.
		for _, other := range list {
			if room.Memory >= other.Need+headroom && other.Seconds(room.Pace) < m.Seconds(room.Pace) {
				m = other
			}
		}
		return Choice{m, fmt.Sprintf("the one that answers soonest on this processor (estimated: %s; none does within a minute)", Duration(m.Seconds(room.Pace)))}
	}
	return Choice{
		m,
		fmt.Sprintf("the smallest: it needs %s and %s to spare, and only %s are free", MemorySize(m.Need), MemorySize(headroom), MemorySize(room.Memory)),
	}
}

// answering are the models that can be asked.
func answering(models []Model) []Model {
	return slices.DeleteFunc(slices.Clone(models), func(m Model) bool { return m.Vectors })
}

// Offer gives the models to show to somebody who chooses: what Choose takes
// first, then others: those that fit well, the largest first, before those that do
// not, the soonest to answer first; at most so many.
func Offer(models []Model, room Room, most int) []Model {
	first := Choose(models, room).Model
	list := slices.DeleteFunc(answering(models), func(m Model) bool { return m.ID == first.ID })
	bySize(list)
	worse := func(m Model) int {
		fit, _ := m.Fit(room)
		return slices.Index([]string{"good", "slow", "tight", "no"}, fit)
	}
	slices.SortStableFunc(list, func(a, b Model) int {
		if worse(a) == worse(b) && worse(a) > 0 {
			return cmp.Compare(a.Seconds(room.Pace), b.Seconds(room.Pace))
		}
		return cmp.Compare(worse(a), worse(b))
	})
	if first.ID != "" {
		list = slices.Insert(list, 0, first)
	}
	return list[:min(len(list), most)]
}

// Fit says how a model suits a machine: "good", "slow" (it fits, and an answer
// takes more than a minute), "tight" (it fits, and leaves less than the headroom)
// or "no", with a sentence.
func (m Model) Fit(room Room) (string, string) {
	seconds := m.Seconds(room.Pace)
	answers := ""
	if seconds > 0 {
		answers = "; an answer takes about " + Duration(seconds) + " (estimated)"
	}
	switch {
	case room.GPU > 0 && m.OnDevice() <= room.GPU:
		return "good", fmt.Sprintf("fits whole on %s: takes %s, %s are free", room.GPUName, MemorySize(m.OnDevice()), MemorySize(room.GPU))
	case room.Memory >= m.Need+headroom && seconds > patience:
		return "slow", fmt.Sprintf("needs %s, %s are free%s", MemorySize(m.Need), MemorySize(room.Memory), answers)
	case room.Memory >= m.Need+headroom:
		return "good", fmt.Sprintf("needs %s and %s to spare, %s are free%s", MemorySize(m.Need), MemorySize(headroom), MemorySize(room.Memory), answers)
	case room.Memory >= m.Need:
		return "tight", fmt.Sprintf("needs %s, %s are free: little is left for other programs%s", MemorySize(m.Need), MemorySize(room.Memory), answers)
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
