package parserpool

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"aipack/backend/code/syntax/facts"
)

// TestMain makes this test program its own reader of sources.
func TestMain(m *testing.M) {
	if os.Getenv("CREW_TEST") != "" {
		if err := Serve(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func crewOfTest(t *testing.T) *Readers {
	t.Helper()
	t.Setenv("CREW_TEST", "yes")
	c := New(os.Args[:1])
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func TestReadsInProcesses(t *testing.T) {
	c := crewOfTest(t)
	var sources []Source
	var want []string
	for i := range 200 {
		name := fmt.Sprintf("f%03d", i)
		sources = append(sources, Source{Path: name + ".go", Language: "go", Text: []byte("package a\n\nfunc " + name + "() {}\n")})
		want = append(want, name)
	}
	sources = append(sources, Source{Path: "x.klingon", Language: "klingon"})
	var got []string
	err := c.Read(context.Background(), sources, func(f *facts.File) {
		switch {
		case f.Path == "x.klingon" && strings.Contains(f.Cut, "no grammar"):
		case len(f.Symbols) != 1 || f.Path != f.Symbols[0].Name+".go":
			t.Errorf("%+v", f)
		default:
			got = append(got, f.Symbols[0].Name)
		}
	})
	if slices.Sort(got); err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
}

// A process that dies costs the file that it was at.
func TestLosesOneFile(t *testing.T) {
	c := crewOfTest(t)
	sources := []Source{
		{Path: "a.go", Language: "go", Text: []byte("package a\n")},
		{Path: "b.go", Language: crashing, Text: []byte("package a\n")},
		{Path: "c.go", Language: "go", Text: []byte("package a\n")},
	}
	cut := map[string]string{}
	if err := c.Read(context.Background(), sources, func(f *facts.File) { cut[f.Path] = f.Cut }); err != nil {
		t.Fatal(err)
	}
	if len(cut) != 3 || cut["a.go"] != "" || cut["c.go"] != "" || !strings.HasPrefix(cut["b.go"], ReadingFailed) {
		t.Errorf("%q", cut)
	}
}

func TestStops(t *testing.T) {
	c := crewOfTest(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	began := time.Now()
	if err := c.Read(ctx, []Source{{Path: "a.go", Language: "go"}}, func(*facts.File) {}); err == nil {
		t.Error("a stopped reading says nothing of it")
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it took %s to stop", took)
	}
}
