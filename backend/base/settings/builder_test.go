package settings

import "testing"

// TestBuilder: an address that can be none is refused, and an old one that is saved so is
// forgotten.
func TestBuilder(t *testing.T) {
	for address, want := range map[string]bool{
		"": true, "tcp://build.example.org:1234": true, "unix:///run/buildkit/buildkitd.sock": true, "ssh://ann@build.example.org": true, "kube-pod://buildkitd": true,
		"build.example.org": false, "tcp://": false, "tcp://a b": false, "https://build.example.org": false, "file:///etc/passwd": false,
	} {
		s := Default()
		s.Builder = address
		if got := s.Check() == nil; got != want {
			t.Errorf("%q: %v", address, got)
		}
	}
	if s, err := Parse(`{"builder": "nonsense"}`); err != nil || s.Builder != "" {
		t.Errorf("%+v %v", s, err)
	}
}
