package inference

import (
	"fmt"

	"aipack/backend/model/llm/llamacpp/native"
	"aipack/backend/model/llm/llamacpp/protocol"
	"aipack/backend/model/modelfile/gguf"
)

// placement says how much of a model goes onto a GPU, and why.
type placement struct {
	layers int // as llama.cpp counts: one more than the model's takes the output too
	device string
	note   string
}

// spare is what stays free on a device: buffers for the computation, and the
// desktop's own needs.
const spare = 512 << 20

// place decides by the free memory of the devices that ggml found. Those of a
// processor's own graphics share its memory and help little beside a real one.
func place(devices []native.Device, h gguf.Header, wanted, context int) placement {
	var free int64
	name := ""
	for _, d := range devices {
		if !d.GPU() || name != "" && d.Type == "igpu" {
			continue
		}
		if name == "" {
			name = d.Description
		}
		free += max(0, int64(d.FreeBytes)-spare)
	}
	all := h.Layers + 1
	switch {
	case wanted == 0:
		return placement{device: "CPU", note: "no GPU was asked for"}
	case name == "":
		return placement{device: "CPU", note: "ggml found no GPU that it can use"}
	case wanted != protocol.Auto:
		return placement{layers: min(wanted, all), device: name, note: fmt.Sprintf("%d layers were asked for", wanted)}
	}
	cache := h.Cache.At(context)
	if whole := h.LargestLayer*int64(h.Layers) + cache + h.Outside; whole <= free {
		return placement{layers: all, device: name, note: fmt.Sprintf("all of the model fits into %d MB of free memory", free>>20)}
	}
	fit := 0
	if layer := h.LargestLayer + cache/int64(max(h.Layers, 1)); layer > 0 {
		fit = int(min(free/layer, int64(h.Layers)))
	}
	if fit == 0 {
		return placement{device: "CPU", note: fmt.Sprintf("%s has only %d MB to spare", name, free>>20)}
	}
	return placement{layers: fit, device: name, note: fmt.Sprintf("%d of %d layers fit into %d MB of free memory", fit, all-1, free>>20)}
}
