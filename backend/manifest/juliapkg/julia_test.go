package juliapkg

import "testing"

func TestJulia(t *testing.T) {
	p, err := ParseProject("name = \"Web\"\n[deps]\nHTTP = \"cd3eb016\"\n[compat]\njulia = \"1.10\"\n")
	if err != nil || p.Name != "Web" || p.Deps["HTTP"] != "cd3eb016" || p.Compat["julia"] != "1.10" {
		t.Errorf("%+v, %v", p, err)
	}
	p, err = ParseManifest("julia_version = \"1.10.4\"\nmanifest_format = \"2.0\"\n[[deps.HTTP]]\nversion = \"1.10.8\"\n")
	if err != nil || p.Julia != "1.10.4" || p.Versions["HTTP"] != "1.10.8" {
		t.Errorf("%+v, %v", p, err)
	}
}
