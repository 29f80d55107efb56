package hosting

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Whatever stands in these files, reading them neither panics nor hangs, and a
// port is always one.

func FuzzProcfile(f *testing.F) {
	f.Add("web: a\r\nrelease: b")
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParseProcfile(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range p.Processes {
			if e.Command == "" || !isProcessName(e.Name) || e.Line < 1 {
				t.Fatalf("%+v", e)
			}
		}
	})
}

func TestParseProcfile(t *testing.T) {
	t.Parallel()
	content := "\ufeff# the processes\r\nrelease: rake db:migrate\r\nworker: old\n\nweb: bundle exec puma -p $PORT\r\nnot a line\nbad name: x\n: y\nempty:\nworker: sidekiq -q a:b\n"
	got, _ := ParseProcfile(content)
	want := []Process{{"release", "rake db:migrate", 2}, {"worker", "sidekiq -q a:b", 10}, {"web", "bundle exec puma -p $PORT", 5}}
	if d := cmp.Diff(want, got.Processes); d != "" {
		t.Error(d)
	}
}
