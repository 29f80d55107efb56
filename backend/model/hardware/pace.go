package hardware

import (
	"runtime"

	"golang.org/x/sys/cpu"
)

// Vectors names the widest instructions of a processor that llama.cpp computes
// quantised weights with.
type Vectors string

// The instructions.
const (
	AVX512 Vectors = "avx512-vnni"
	AVX2   Vectors = "avx2"
	Dot    Vectors = "dotprod" // of ARM
	Plain  Vectors = ""
)

func vectors() Vectors {
	switch {
	case cpu.X86.HasAVX512VNNI:
		return AVX512
	case cpu.X86.HasAVX2:
		return AVX2
	case cpu.ARM64.HasASIMDDP, runtime.GOOS == "darwin" && runtime.GOARCH == "arm64": // every Apple processor has it
		return Dot
	}
	return Plain
}

// Pace is how fast a processor runs a model whose weights have about 4 bits, by
// estimate.
type Pace struct {
	Computes float64 // weights times tokens a second, while a prompt is read
	Reads    float64 // bytes of weights a second, while an answer is written
}

// What one core does, as measured with llama.cpp's own loop (docs/BENCHMARKS.md),
// by the instructions that it has, in weights times tokens and in bytes a second;
// and what memory gives to all cores together: two channels of DDR5, as desktops
// and laptops have them.
const (
	coreAVX512, coreAVX2, corePlain = 46e9, 33e9, 3e9
	coreReads, plainReads           = 16e9, 3e9
	mostReads                       = 40e9
)

// Pace is what the threads of inference do together; nothing for a processor
// of which nothing is known.
func (c CPU) Pace() Pace {
	if c.Physical == 0 {
		return Pace{}
	}
	core, reads := float64(corePlain), float64(plainReads)
	switch c.Vectors {
	case AVX512:
		core, reads = coreAVX512, coreReads
	case AVX2, Dot:
		core, reads = coreAVX2, coreReads
	}
	threads := float64(c.ForInference())
	return Pace{Computes: core * threads, Reads: min(reads*threads, mostReads)}
}
