package hardware

import "testing"

const gib = 1 << 30

func TestThisComputerIsDescribed(t *testing.T) {
	p := Look("")
	if p.CPU.Physical < 1 || p.CPU.Threads < p.CPU.Physical || p.Memory.Total < gib/4 || p.Memory.Usable <= 0 || p.Memory.Usable > p.Memory.Total {
		t.Errorf("%+v", p)
	}
}

func TestMacsMemory(t *testing.T) {
	const output = `Mach Virtual Memory Statistics: (page size of 16384 bytes)
Pages free:                               10000.
Pages active:                            500000.
Pages inactive:                           20000.
Pages speculative:                         3000.
Pages throttled:                              0.
Pages purgeable:                           1000.
"Translation faults":                 123456789.
`
	if got, want := vmStat(output), int64(34000*16384); got != want {
		t.Errorf("%d bytes, wanted %d", got, want)
	}
	if got := vmStat("nothing"); got != 0 {
		t.Errorf("of nothing it reads %d", got)
	}
}
