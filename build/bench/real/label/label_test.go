package label

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

const commit = "0123456789abcdef0123456789abcdef01234567"

func read(t *testing.T, lines ...string) ([]Application, error) {
	t.Helper()
	return Read(fstest.MapFS{"a.jsonl": {Data: []byte(strings.Join(lines, "\n"))}, "notes.txt": {Data: []byte("no label")}})
}

func TestReadsWhatIsLabelledAndWhatIsNot(t *testing.T) {
	list, err := read(t,
		`{"repo":"o/shop","commit":"`+commit+`","ecosystem":"node","dir":".","services":[{"path":"api","start":"node .","port":3000,"health":[],"databases":["postgresql"],"database_accept":[[]],"migration":""},{"path":"worker","port":null,"health":null}]}`,
		``)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 1 || list[0].Set != "a" || list[0].Folder() != "o+shop" || list[0].Name() != "o/shop" {
		t.Fatalf("%+v", list)
	}
	api, worker := list[0].Services[0], list[0].Services[1]
	if api.Port == nil || *api.Port != 3000 || api.Health == nil || api.Required != nil || api.Migration == nil || *api.Migration != "" {
		t.Errorf("api: %+v", api)
	}
	if worker.Port == nil || *worker.Port != 0 || worker.Health != nil || worker.Migration != nil {
		t.Errorf("worker: null is no port, and no label of health: %+v", worker)
	}
	list, err = read(t, `{"repo":"o/shop","commit":"`+commit+`","ecosystem":"node","dir":"packages/x","services":[{"path":"."}]}`)
	if err != nil || list[0].Services[0].Port != nil || list[0].Name() != "o/shop/packages/x" {
		t.Errorf("a port that is not there was not labelled: %+v %v", list, err)
	}
}

func TestRefusesWhatIsNoLabel(t *testing.T) {
	for line, said := range map[string]string{
		`{`: "a.jsonl:2",
		`{"repo":"o","commit":"` + commit + `","ecosystem":"node","services":[{"path":"."}]}`:                           "owner/name",
		`{"repo":"o/n","commit":"main","ecosystem":"node","services":[{"path":"."}]}`:                                   "40 hexadecimal",
		`{"repo":"o/n","commit":"` + commit + `","ecosystem":"cobol","services":[{"path":"."}]}`:                        "ecosystem is one of",
		`{"repo":"o/n","commit":"` + commit + `","ecosystem":"node","services":[]}`:                                     "no services",
		`{"repo":"o/n","commit":"` + commit + `","ecosystem":"node","dir":"../x","services":[{"path":"."}]}`:            "no folder of a repository",
		`{"repo":"o/n","commit":"` + commit + `","ecosystem":"node","services":[{"path":".","helth":["/"]}]}`:           "helth",
		`{"repo":"o/good","commit":"` + commit + `","ecosystem":"node","services":[{"path":"."}]}`:                      "labelled twice",
		`{"repo":"o/n","commit":"` + commit + `","ecosystem":"node","services":[{"path":"."}],"service":[{"path":""}]}`: "service",
	} {
		good := `{"repo":"o/good","commit":"` + commit + `","ecosystem":"node","services":[{"path":"."}]}`
		list, err := read(t, good, line)
		if err == nil || !strings.Contains(err.Error(), said) {
			t.Errorf("%s: %v", line, err)
		}
		if len(list) != 1 || list[0].Repo != "o/good" {
			t.Errorf("%s: the good line is lost, or not alone: %+v", line, list)
		}
	}
}

func TestAFolderWithoutLabelsIsSaid(t *testing.T) {
	if _, err := Read(fstest.MapFS{"notes.txt": {}}); err == nil {
		t.Error("nothing is said")
	}
}

// TestOurLabels: those that are kept beside the program can be read.
func TestOurLabels(t *testing.T) {
	if _, err := Read(os.DirFS("..")); err != nil {
		t.Error(err)
	}
}
