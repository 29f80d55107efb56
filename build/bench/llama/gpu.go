package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"time"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/llamacpp"
)

// everything is more layers than any model has.
const everything = 999

// gpuReport compares GPU and processor and measures the GPU.
func (b *bench) gpuReport(ctx context.Context, r *report, out string) error {
	before, err := b.devices(ctx)
	if err != nil {
		return err
	}
	gpus := 0
	for _, d := range before {
		r.tell(fmt.Sprintf("Device %s: %s (%s), %d of %d MB free.", d.Name, d.Description, d.Type, d.FreeBytes>>20, d.TotalBytes>>20))
		if d.Type == "gpu" || d.Type == "igpu" {
			gpus++
		}
	}
	if gpus == 0 {
		return errors.New("ggml finds no GPU here. Mesa's software driver can stand in: apt-get install mesa-vulkan-drivers libvulkan1, then set GGML_VK_VISIBLE_DEVICES=0")
	}
	if err := b.compareLogits(r); err != nil {
		return err
	}
	if err := b.speed(ctx, r, everything); err != nil {
		return err
	}
	if err := b.killed(ctx, r, before); err != nil {
		return err
	}
	return r.write(out, "bench-gpu")
}

func (b *bench) devices(ctx context.Context) ([]llamacpp.Device, error) {
	return llamacpp.Devices(ctx, b.options(b.model, llamacpp.NoGPU))
}

// compareLogits evaluates the same prompt on both and compares the answers'
// odds: the GPU may round differently, but not disagree.
func (b *bench) compareLogits(r *report) error {
	text := words(rand.New(rand.NewPCG(3, 3)), 64)
	var both [2][]float32
	for i, layers := range []int{0, everything} {
		p, err := b.startPlain(b.model, layers)
		if err != nil {
			return err
		}
		run, err := p.run(order{Text: text, Logits: true})
		if err != nil {
			return err
		}
		both[i] = run.Logits
		if err := p.stop(); err != nil {
			return err
		}
	}
	cosine, worst := compare(both[0], both[1])
	r.tell(fmt.Sprintf(
		"Logits of the processor and of the GPU after one prompt: cosine %.6f, largest difference %.3f standard deviations.", cosine, worst))
	if !(cosine > .999) || worst > .25 {
		return fmt.Errorf("the GPU disagrees with the processor: cosine %.6f, largest difference %.3f standard deviations", cosine, worst)
	}
	return nil
}

func compare(a, b []float32) (cosine, worst float64) {
	if len(a) != len(b) || len(a) == 0 {
		return 0, math.Inf(1)
	}
	var ab, aa, bb, sum float64
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		ab, aa, bb, sum = ab+x*y, aa+x*x, bb+y*y, sum+x
		worst = max(worst, math.Abs(x-y))
	}
	n := float64(len(a))
	deviation := math.Sqrt(max(aa/n-sum*sum/n/n, 1e-12))
	return ab / math.Sqrt(aa*bb), worst / deviation
}

// killed kills the worker while it answers and looks whether the device's
// memory comes back.
func (b *bench) killed(ctx context.Context, r *report, before []llamacpp.Device) error {
	c := llamacpp.New(b.options(b.model, everything))
	defer func() { _ = c.Close() }() // it ends with this program at the latest
	killed := false
	var during []llamacpp.Device
	_, err := c.Chat(ctx, llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "go"}}, MaxTokens: 4000, Temperature: 1}, func(llm.Piece) {
		if killed {
			return
		}
		killed = true
		if list, err := b.devices(ctx); err == nil {
			during = list
		}
		if p, err := os.FindProcess(c.WorkerPID()); err == nil {
			_ = p.Kill()
		}
	})
	if err == nil {
		return errors.New("the answer went on after its worker was killed")
	}
	time.Sleep(2 * time.Second) // a driver cleans up after the process is gone
	after, err := b.devices(ctx)
	if err != nil {
		return err
	}
	for i, d := range after {
		if d.Type != "gpu" && d.Type != "igpu" || i >= len(during) || i >= len(before) {
			continue
		}
		r.tell(fmt.Sprintf("%s: %d MB free before, %d with the model, %d after kill -9 of the worker.",
			d.Name, before[i].FreeBytes>>20, during[i].FreeBytes>>20, d.FreeBytes>>20))
		if lost := int64(before[i].FreeBytes) - int64(d.FreeBytes); lost > 256<<20 && d.TotalBytes > 0 {
			return fmt.Errorf("%s lost %d MB to a worker that is gone", d.Name, lost>>20)
		}
	}
	return nil
}
