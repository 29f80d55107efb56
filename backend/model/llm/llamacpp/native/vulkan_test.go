package native

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/model/modelfile/gguftest"
)

// TestMain makes this test program its own child, too: a driver is chosen by
// the environment in which a process starts.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "compute" {
		if err := compute(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// computed is what a child tells: the devices, and the logits after a prompt
// on the processor and with all layers on the device.
type computed struct {
	Devices []Device
	Logits  [2][]float32
}

func compute(path string) error {
	l, err := Open(libDir, LogCallback(func(int, string) {}))
	if err != nil {
		return err
	}
	out := computed{Devices: l.Devices()}
	for i, layers := range []int{0, 999} {
		m, err := l.Load(path, Options{GPULayers: layers, Threads: 1, ContextTokens: 512})
		if err != nil {
			return err
		}
		if err := m.Decode(context.Background(), m.Tokens("the hello in there, and what comes after it", true)); err != nil {
			return err
		}
		out.Logits[i] = append([]float32(nil), m.Logits()...)
		m.Close()
	}
	return json.NewEncoder(os.Stdout).Encode(out)
}

// TestVulkanAgreesWithTheProcessor, through Mesa's driver that computes in
// software: no card is needed, and it goes every way that a card would.
func TestVulkanAgreesWithTheProcessor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tiny.gguf")
	if err := gguftest.Write(path, gguftest.Tiny()); err != nil {
		t.Fatal(err)
	}
	child := exec.Command(os.Args[0], "compute", path)
	child.Env = append(os.Environ(), gguftest.SoftwareVulkan(t)...)
	child.Stderr = os.Stderr
	text, err := child.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got computed
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	listed := false
	for _, d := range got.Devices {
		listed = listed || strings.HasPrefix(d.Name, "Vulkan") && strings.Contains(d.Description, "llvmpipe")
	}
	if !listed {
		t.Errorf("the driver's device is not listed: %+v", got.Devices)
	}
	cpu, gpu := got.Logits[0], got.Logits[1]
	if len(cpu) == 0 || len(cpu) != len(gpu) {
		t.Fatalf("%d and %d logits", len(cpu), len(gpu))
	}
	var both, a, b float64
	same := true
	for i := range cpu {
		x, y := float64(cpu[i]), float64(gpu[i])
		both, a, b = both+x*y, a+x*x, b+y*y
		same = same && x == y
	}
	if cosine := both / math.Sqrt(a*b); !(cosine > .9999) {
		t.Errorf("the logits disagree: cosine %f", cosine)
	}
	if same {
		t.Error("the logits are the same to the last bit: the processor computed both")
	}
}
