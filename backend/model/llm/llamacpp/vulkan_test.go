package llamacpp

import (
	"encoding/json"
	"strings"
	"testing"

	"aipack/backend/model/llm"
	"aipack/backend/model/modelfile/gguftest"
)

// TestAWholeAnswerThroughVulkan: the device is listed and takes all layers, a
// forced answer fits, and the device can be opened anew when the worker has
// ended, with whom its memory goes.
func TestAWholeAnswerThroughVulkan(t *testing.T) {
	env := gguftest.SoftwareVulkan(t)
	schema := json.RawMessage(`{"type":"object","properties":{"port":{"type":"integer","minimum":1,"maximum":65535},"why":{"type":"string","maxLength":12}},"required":["port","why"]}`)
	c := client(t, func(o *Options) { o.GPULayers, o.Env = 0, env })
	device := func() Device {
		t.Helper()
		list, err := Devices(t.Context(), c.options)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range list {
			if strings.HasPrefix(d.Name, "Vulkan") && strings.Contains(d.Description, "llvmpipe") {
				return d
			}
		}
		t.Fatalf("the driver's device is not listed: %+v", list)
		return Device{}
	}
	before := device()
	answer := chat(t, c, llm.Request{Messages: []llm.Message{user("go")}, Schema: schema, MaxTokens: 60, Temperature: 1.5, Seed: seed(1)})
	fits(t, compile(t, schema), answer.Message.Text)
	if l := c.Loaded(); l == nil || l.GPULayers != l.Layers+1 || !strings.Contains(l.Device, "llvmpipe") {
		t.Fatalf("%+v", l)
	}
	w := c.seat.Process()
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if !w.Gone() {
		t.Error("the worker lives on, and its memory with it")
	}
	if after := device(); after.TotalBytes != before.TotalBytes {
		t.Errorf("the device has %d bytes, and had %d", after.TotalBytes, before.TotalBytes)
	}
}
