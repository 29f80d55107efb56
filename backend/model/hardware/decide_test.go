package hardware

import (
	"strings"
	"testing"
)

func TestDecision(t *testing.T) {
	cpu := Device{Name: "CPU", Description: "AMD Ryzen", Type: "cpu", Total: 32 * gib}
	vulkan := Device{Name: "Vulkan0", Description: "NVIDIA GeForce RTX 4090", Type: "gpu", Free: 23 * gib, Total: 24 * gib}
	igpu := Device{Name: "Vulkan1", Description: "Intel UHD", Type: "igpu", Free: 30 * gib, Total: 31 * gib}
	cuda := Device{Name: "CUDA0", Description: "NVIDIA GeForce RTX 4090", Type: "gpu", Free: 22 * gib, Total: 24 * gib}
	metal := Device{Name: "MTL0", Description: "Apple M3", Type: "gpu", Free: 12 * gib, Total: 16 * gib}
	soft := Device{Name: "Vulkan0", Description: "llvmpipe (LLVM 15.0.6, 256 bits)", Type: "gpu", Free: gib, Total: gib}
	blas := Device{Name: "BLAS", Description: "Accelerate", Type: "accelerator"}
	cases := []struct {
		name    string
		devices []Device
		backend string
		device  string
		says    string
	}{
		{"a processor", []Device{cpu}, "cpu", "CPU", "Models run on the processor."},
		{"a card", []Device{vulkan, cpu}, "vulkan", "Vulkan0", "Models run on NVIDIA GeForce RTX 4090 through Vulkan; 23.0 of 24.0 GB"},
		{"CUDA as well", []Device{vulkan, cuda, cpu}, "cuda", "CUDA0", "through CUDA"},
		{"a card beside the processor's own", []Device{igpu, vulkan, cpu}, "vulkan", "Vulkan0", "4090"},
		{"the processor's own alone", []Device{igpu, cpu}, "vulkan", "Vulkan1", "Intel UHD"},
		{"Metal", []Device{metal, blas, cpu}, "metal", "MTL0", "through Metal"},
		{"an imitation", []Device{soft, cpu}, "cpu", "CPU", "the processor"},
		{"nothing", nil, "cpu", "", "the processor"},
		{"nonsense", []Device{{}, {Name: "7"}}, "cpu", "", "the processor"},
	}
	for _, c := range cases {
		d := Decide(Picture{CPU: CPU{Physical: 8, Threads: 16}}, c.devices, "")
		if d.Backend != c.backend || d.Device.Name != c.device || !strings.Contains(strings.Join(d.Why, " "), c.says) || d.Threads != 7 {
			t.Errorf("%s: %s on %q with %d threads, %q", c.name, d.Backend, d.Device.Name, d.Threads, d.Why)
		}
		if len(d.Devices) != len(c.devices) {
			t.Errorf("%s: %d devices", c.name, len(d.Devices))
		}
		for _, j := range d.Devices {
			if j.Why == "" || j.Chosen != (c.device != "" && j.Name == c.device) {
				t.Errorf("%s: %+v", c.name, j)
			}
		}
	}
}

func TestDecisionSaysWhatIsMissing(t *testing.T) {
	card := Card{Name: "GeForce RTX 4090", Vendor: "NVIDIA", Driver: "nouveau", Kind: "graphics"}
	p := Picture{CPU: CPU{Physical: 2, Threads: 2, Limit: 1.5}, Cards: []Card{card}, Memory: Memory{Limit: 4 * gib, Usable: 3 * gib}}
	all := strings.Join(Decide(p, []Device{{Name: "CPU", Type: "cpu"}}, "").Why, " ")
	for _, want := range []string{"NVIDIA GeForce RTX 4090 is there and cannot be used: its driver nouveau offers no Vulkan", "Models use one core.", "may use 1.5 cores", "may use 4.0 GB of memory; 3.0 GB are free"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not said: %s", want, all)
		}
	}
	if all := strings.Join(Decide(p, nil, "the libraries are missing").Why, " "); !strings.Contains(all, "does not work yet: the libraries are missing.") {
		t.Errorf("the trouble is not said: %s", all)
	}
}

func TestThreads(t *testing.T) {
	for want, c := range map[int][]CPU{
		1: {{Physical: 1}, {Physical: 2}, {}, {Physical: 16, Limit: 0.5}, {Physical: 16, Limit: 2}},
		3: {{Physical: 4}, {Physical: 16, Limit: 4}, {Physical: 4, Limit: 64}},
	} {
		for _, cpu := range c {
			if got := cpu.ForInference(); got != want {
				t.Errorf("%+v: %d threads, wanted %d", cpu, got, want)
			}
		}
	}
}
