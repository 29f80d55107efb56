package spending

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
)

func at(text string) func() time.Time {
	return func() time.Time {
		t, err := time.ParseInLocation("2006-01-02 15:04", text, time.Local)
		if err != nil {
			panic(err)
		}
		return t
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestAMonthAddsUpByModelAndBeginsAnew(t *testing.T) {
	l := &Ledger{Dir: filepath.Join(t.TempDir(), "spending"), Now: at("2026-11-30 23:59")}
	if got, err := l.Month(); err != nil || len(got) != 0 || l.Begun() {
		t.Fatalf("%+v %v", got, err)
	}
	must(t, l.Add(Entry{Provider: "openai", Model: "m", Calls: 1, Prompt: 100, Cached: 40, Completion: 7}))
	must(t, l.Add(Entry{Provider: "anthropic", Model: "c", Calls: 1, Estimated: 1, Prompt: 5}))
	must(t, l.Add(Entry{Provider: "openai", Model: "m", Calls: 1, Prompt: 1, Completion: 1}))
	want := []Entry{{Provider: "anthropic", Model: "c", Calls: 1, Estimated: 1, Prompt: 5}, {Provider: "openai", Model: "m", Calls: 2, Prompt: 101, Cached: 40, Completion: 8}}
	other := &Ledger{Dir: l.Dir, Now: l.Now} // another program
	for _, reader := range []*Ledger{l, other} {
		if got, err := reader.Month(); err != nil || !reflect.DeepEqual(got, want) || !reader.Begun() {
			t.Errorf("%+v %v", got, err)
		}
	}
	l.Now = at("2026-12-01 00:00")
	if got, err := l.Month(); err != nil || len(got) != 0 || l.Begun() {
		t.Errorf("the next month begins with %+v %v", got, err)
	}
}

// TestWhatCannotBeWrittenCountsAndIsWrittenLater: the folder's place is taken
// by a file, as it is on a disk where nothing can be made.
func TestWhatCannotBeWrittenCountsAndIsWrittenLater(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "spending")
	must(t, os.WriteFile(dir, nil, 0o600))
	l := &Ledger{Dir: dir, Now: at("2026-11-02 10:00")}
	if err := l.Add(Entry{Provider: "p", Model: "m", Calls: 1, Prompt: 3}); err == nil {
		t.Fatal("written into a file")
	}
	if _, err := l.Month(); err == nil {
		t.Error("a ledger that cannot be read passes for an empty one")
	}
	must(t, os.Remove(dir))
	if got, err := l.Month(); err != nil || len(got) != 1 || got[0].Prompt != 3 {
		t.Errorf("what is owed does not count: %+v %v", got, err)
	}
	must(t, l.Add(Entry{Provider: "p", Model: "m", Calls: 1, Prompt: 4}))
	if got, err := (&Ledger{Dir: dir, Now: l.Now}).Month(); err != nil || len(got) != 1 || got[0].Prompt != 7 || got[0].Calls != 2 {
		t.Errorf("%+v %v", got, err)
	}
}

func TestHalfALineAndNonsenseSpoilNothing(t *testing.T) {
	l := &Ledger{Dir: t.TempDir(), Now: at("2026-11-02 10:00")}
	must(t, l.Add(Entry{Provider: "p", Model: "m", Calls: 1, Prompt: 3}))
	f, err := os.OpenFile(l.file(), os.O_WRONLY|os.O_APPEND, 0)
	must(t, err)
	_, err = f.WriteString("\nnull\n[1]\n{\"provider\":\"p\",\"model\":\"m\",\"calls\":-5,\"prompt\":-1000}\n{\"provider\":\"p\",\"mod")
	must(t, err)
	must(t, f.Close())
	must(t, l.Add(Entry{Provider: "p", Model: "m", Calls: 1, Prompt: 4}))
	if got, err := l.Month(); err != nil || len(got) != 1 || got[0] != (Entry{Provider: "p", Model: "m", Calls: 2, Prompt: 7}) {
		t.Errorf("%+v %v", got, err)
	}
}

// TestSeveralProgramsWriteAtOnce starts children that add to the same books.
func TestSeveralProgramsWriteAtOnce(t *testing.T) {
	const each = 200
	now := at("2026-11-02 10:00")
	if dir := os.Getenv("LEDGER_TEST_CHILD"); dir != "" {
		l := &Ledger{Dir: dir, Now: now}
		for range each {
			must(t, l.Add(Entry{Provider: "p", Model: strings.Repeat("m", 300), Calls: 1, Prompt: 1}))
		}
		return
	}
	dir := t.TempDir()
	var running sync.WaitGroup
	for range 4 {
		running.Go(func() {
			child := exec.Command(os.Args[0], "-test.run", "^TestSeveralProgramsWriteAtOnce$")
			child.Env = append(os.Environ(), "LEDGER_TEST_CHILD="+dir)
			if out, err := child.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	running.Wait()
	if got, err := (&Ledger{Dir: dir, Now: now}).Month(); err != nil || len(got) != 1 || got[0].Calls != 4*each {
		t.Errorf("%+v %v", got, err)
	}
}

func TestTheCapIsKeptAndADamagedOneIsNoCap(t *testing.T) {
	l := &Ledger{Dir: filepath.Join(t.TempDir(), "spending"), Now: time.Now}
	if _, set, err := l.Cap(); set || err != nil {
		t.Errorf("%v %v", set, err)
	}
	for _, usd := range []int{5, 0} {
		must(t, l.SetCap(usd))
		if got, set, err := l.Cap(); got != usd || !set || err != nil {
			t.Errorf("%d %v %v", got, set, err)
		}
	}
	for _, content := range []string{"", "{}", "null", `{"monthly_cap_usd":-1}`, `{"monthly_cap_usd":"5"}`, "{"} {
		must(t, os.WriteFile(l.limitFile(), []byte(content), 0o600))
		if _, set, err := l.Cap(); set || err == nil {
			t.Errorf("%q passes for a cap", content)
		}
	}
}

// TestTheTokensOfATurnAreKept: what cannot be read is no cap of 0.
func TestTheTokensOfATurnAreKept(t *testing.T) {
	l := In(t.TempDir(), time.Now)
	if n, err := l.Turn(); n != 0 || err != nil {
		t.Errorf("nobody said: %d, %v", n, err)
	}
	if err := l.SetTurn(50_000); err != nil {
		t.Fatal(err)
	}
	if n, err := l.Turn(); n != 50_000 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	for _, broken := range []string{"", "{", "{}", `{"max_turn_tokens":-1}`} {
		if err := os.WriteFile(l.turnFile(), []byte(broken), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Turn(); err == nil {
			t.Errorf("%q is a cap", broken)
		}
	}
}
