package manifest

import "testing"

func TestParseToolVersions(t *testing.T) {
	got, err := ParseToolVersions("# tools\nnodejs 20.11.1 18.0.0\nruby   3.3.0 # comment\n\nbroken\npython ref:v3.12.1\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []ToolVersion{{"nodejs", "20.11.1", 2}, {"ruby", "3.3.0", 3}, {"python", "v3.12.1", 6}}
	if len(got) != len(want) {
		t.Fatalf("got %v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("entry %d: got %v, want %v", i, got[i], want[i])
		}
	}
}

func TestParseMise(t *testing.T) {
	got, err := ParseMise("[env]\nnode = \"x\"\n[tools]\nnode = '22'\n\"core:python\" = [\"3.12\", \"3.11\"]\ngo = { version = \"1.24\" }\njava = 21\n\"npm:prettier\" = true\n")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"node": "22", "python": "3.12", "go": "1.24", "java": "21"}
	if len(got) != len(want) {
		t.Fatalf("got %v", got)
	}
	for _, g := range got {
		if want[g.Tool] != g.Version {
			t.Errorf("%s: got %q, want %q", g.Tool, g.Version, want[g.Tool])
		}
	}
	if _, err := ParseMise("[tools\n"); err == nil {
		t.Error("broken TOML is read without an error")
	}
}
