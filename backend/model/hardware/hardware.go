// Package hardware says what this computer has for inference: memory, cores,
// graphics cards. What inference then uses is decided by the devices that its
// own library could open; the picture explains that decision.
package hardware

import (
	"runtime"
	"slices"
	"strings"
)

// CPU is the processor.
type CPU struct {
	Model    string
	Physical int     // cores
	Threads  int     // that the cores can run at once
	Limit    float64 // cores that a container may use, 0 for no limit
	Vectors  Vectors // the widest instructions that inference has use for
}

// Memory is counted in bytes.
type Memory struct {
	Total     int64
	Available int64 // that programs can have without the system paging
	Limit     int64 // of a container, 0 for none
	Usable    int64 // what inference can have now: Available, or less within a container
}

// Card is a graphics card or another accelerator, as the bus knows it.
type Card struct {
	Address string
	Name    string
	Vendor  string
	Driver  string // "" where none is loaded
	Kind    string // graphics, accelerator
}

// Picture is what the computer has.
type Picture struct {
	OS, Arch string
	CPU      CPU
	Memory   Memory
	Cards    []Card
	Unknown  string // one sentence on what of the cards could not be found out, ""
}

// Look takes the picture. root is where the system's files are, "" for the
// system's own; it counts on Linux alone. What cannot be found out stays zero.
func Look(root string) Picture {
	p := Picture{OS: runtime.GOOS, Arch: runtime.GOARCH}
	p.CPU, p.Memory = processor(root), memory(root)
	p.CPU.Vectors = vectors()
	if p.CPU.Threads == 0 {
		p.CPU.Threads = runtime.NumCPU()
	}
	if p.CPU.Physical == 0 {
		p.CPU.Physical = p.CPU.Threads
	}
	if p.Memory.Usable == 0 {
		p.Memory.Usable = p.Memory.Available
	}
	p.Cards, p.Unknown = cards(root)
	return p
}

// Graphics says that a card or chip is there that programs other than this one
// could compute with.
func (p Picture) Graphics() bool {
	for _, c := range p.Cards {
		if c.Driver != "" && (c.Vendor == "NVIDIA" || c.Vendor == "AMD") {
			return true
		}
	}
	return p.OS == "darwin" && p.Arch == "arm64"
}

// Now is the memory as it is now.
func Now() Memory {
	m := memory("")
	if m.Usable == 0 {
		m.Usable = m.Available
	}
	return m
}

// ForInference is how many threads inference should use: the cores less one, within
// a container's limit, at least one.
func (c CPU) ForInference() int {
	n := c.Physical
	if c.Limit > 0 {
		n = min(n, max(1, int(c.Limit)))
	}
	return max(1, n-1)
}

// vendorName names the maker of cards by their PCI numbers.
func vendorName(id string) string {
	switch strings.ToLower(strings.TrimPrefix(id, "0x")) {
	case "10de":
		return "NVIDIA"
	case "1002", "1022":
		return "AMD"
	case "8086":
		return "Intel"
	case "106b":
		return "Apple"
	case "1af4", "1b36":
		return "a virtual machine"
	case "15ad":
		return "VMware"
	case "1414":
		return "Microsoft"
	}
	return ""
}

// inOrder sorts cards by their place on the bus and drops one that was listed
// twice.
func inOrder(list []Card) []Card {
	slices.SortStableFunc(list, func(a, b Card) int { return strings.Compare(a.Address, b.Address) })
	return slices.CompactFunc(list, func(a, b Card) bool { return a.Address == b.Address && a.Address != "" })
}
