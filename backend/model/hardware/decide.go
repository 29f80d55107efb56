package hardware

import (
	"fmt"
	"strings"
)

// Device is something that the library of inference could open, as ggml names
// it: "CUDA0", "Vulkan0", "MTL0", "CPU".
type Device struct {
	Name        string
	Description string
	Type        string // cpu, gpu, igpu, accelerator, other
	Free, Total int64  // bytes, 0 where the driver does not say
}

// Backend is what the device computes with.
func (d Device) Backend() string {
	name := strings.ToLower(d.Name)
	switch {
	case strings.HasPrefix(name, "metal"), strings.HasPrefix(name, "mtl"):
		return "metal"
	case strings.HasPrefix(name, "cuda"):
		return "cuda"
	case strings.HasPrefix(name, "vulkan"):
		return "vulkan"
	case strings.HasPrefix(name, "cpu"):
		return "cpu"
	}
	return strings.TrimRight(name, "0123456789")
}

// Judged is a device with what was decided about it.
type Judged struct {
	Device
	Chosen bool
	Why    string // one sentence
}

// Decision is what inference uses.
type Decision struct {
	Backend string // metal, cuda, vulkan, cpu
	Device  Device // the one chosen
	Devices []Judged
	Threads int
	Why     []string // plain sentences
	Trouble string   // why no device could be asked for, "" where they were
}

// Decide chooses among the devices that could be opened: Metal, then CUDA, then
// Vulkan, then the processor (A123); among several of a kind one with its own
// memory, then the one with most of it free. trouble says why there are none.
func Decide(p Picture, devices []Device, trouble string) Decision {
	best := -1
	for i, d := range devices {
		if rank(d) > 0 && (best < 0 || better(d, devices[best])) {
			best = i
		}
	}
	d := Decision{Backend: "cpu", Threads: p.CPU.ForInference(), Trouble: trouble}
	for i, device := range devices {
		d.Devices = append(d.Devices, judge(device, i == best, best, devices))
	}
	if best >= 0 {
		d.Device, d.Backend = devices[best], devices[best].Backend()
	}
	d.Why = reasons(p, d, trouble)
	return d
}

// rank orders backends; 0 is one that is never chosen.
func rank(d Device) int {
	switch {
	case software(d):
		return 0
	case d.Backend() == "metal":
		return 4
	case d.Backend() == "cuda":
		return 3
	case d.Backend() == "vulkan":
		return 2
	case d.Type == "cpu":
		return 1
	}
	return 0
}

// software says whether a graphics device is only the processor in disguise.
func software(d Device) bool {
	text := strings.ToLower(d.Description)
	return d.Backend() == "vulkan" && (d.Type == "cpu" || strings.Contains(text, "llvmpipe") || strings.Contains(text, "swiftshader") || strings.Contains(text, "lavapipe"))
}

func better(a, b Device) bool {
	if rank(a) != rank(b) {
		return rank(a) > rank(b)
	}
	if (a.Type == "gpu") != (b.Type == "gpu") {
		return a.Type == "gpu"
	}
	return a.Free > b.Free
}

func judge(d Device, chosen bool, best int, all []Device) Judged {
	j := Judged{Device: d, Chosen: chosen}
	switch {
	case chosen && d.Backend() == "cpu":
		j.Why = "used: no graphics device could be opened"
	case chosen:
		j.Why = "used: the fastest way here"
	case software(d):
		j.Why = "not used: the processor is faster than this imitation of a graphics card"
	case rank(d) == 0:
		j.Why = "not asked for: it only helps the processor"
	case d.Backend() == "cpu":
		j.Why = "computes what does not fit on " + all[best].Name
	case d.Backend() != all[best].Backend():
		j.Why = fmt.Sprintf("not used: %s comes before %s", title(all[best].Backend()), title(d.Backend()))
	default:
		j.Why = "not used: " + all[best].Name + " has more memory free"
	}
	return j
}

// reasons puts the decision into plain words.
func reasons(p Picture, d Decision, trouble string) []string {
	var out []string
	switch {
	case trouble != "":
		out = append(out, "Inference on this computer does not work yet: "+strings.TrimSuffix(trouble, ".")+".")
	case d.Backend != "cpu" && d.Device.Free > 0:
		out = append(out, fmt.Sprintf("Models run on %s through %s; %.1f of %.1f GB of its memory are free.",
			d.Device.Description, title(d.Backend), gb(d.Device.Free), gb(d.Device.Total)))
	case d.Backend != "cpu":
		out = append(out, fmt.Sprintf("Models run on %s through %s.", d.Device.Description, title(d.Backend)))
	default:
		out = append(out, "Models run on the processor.")
	}
	for _, c := range p.Cards {
		if trouble == "" && d.Backend == "cpu" && c.Vendor != "a virtual machine" {
			out = append(out, strings.TrimSpace(c.Vendor+" "+c.Name)+" is there and cannot be used: "+missing(c))
		}
	}
	threads := fmt.Sprintf("%d of %d cores compute: one is left for everything else.", d.Threads, p.CPU.Physical)
	if d.Threads == 1 {
		threads = "Models use one core."
	}
	if p.CPU.Limit > 0 && p.CPU.Limit < float64(p.CPU.Physical) {
		threads += fmt.Sprintf(" This container may use %.3g cores.", p.CPU.Limit)
	}
	out = append(out, threads)
	if p.Memory.Limit > 0 {
		out = append(out, fmt.Sprintf("This container may use %.1f GB of memory; %.1f GB are free.", gb(p.Memory.Limit), gb(p.Memory.Usable)))
	}
	return out
}

// missing says what would make a card usable.
func missing(c Card) string {
	if c.Driver == "" || strings.HasPrefix(c.Driver, "vfio") {
		return "it has no driver. Install the maker's driver with Vulkan."
	}
	return "its driver " + c.Driver + " offers no Vulkan here. Install the Vulkan loader (libvulkan1) and the maker's Vulkan driver."
}

func title(backend string) string {
	switch backend {
	case "":
		return "an unnamed device"
	case "cuda":
		return "CUDA"
	case "cpu":
		return "the processor"
	}
	return strings.ToUpper(backend[:1]) + backend[1:]
}

func gb(bytes int64) float64 { return float64(bytes) / (1 << 30) }
