package mise

import "testing"

func TestToolVersions(t *testing.T) {
	got, _ := ParseToolVersions("# pinned\nnodejs 20.11.1 18.0.0\npython 3.12.3 # main\nlonely\nnodejs 16\n")
	if got["nodejs"] != "20.11.1" || got["python"] != "3.12.3" || len(got) != 2 {
		t.Errorf("got %v", got)
	}
}

func TestMise(t *testing.T) {
	got, err := Parse("[tools]\nnode = \"22\"\npython = [\"3.11\", \"3.12\"]\n\"core:go\" = { version = \"1.24\" }\njava = 21\nempty = []\n")
	if err != nil || got["node"] != "22" || got["python"] != "3.11" || got["go"] != "1.24" || len(got) != 3 {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := Parse("[tools\n"); err == nil {
		t.Error("broken TOML is accepted")
	}
}
