package check

import (
	"strings"
	"testing"

	imagespec "github.com/moby/docker-image-spec/specs-go/v1"

	"aipack/backend/secret/credential/credentialtest"
)

// TestCredentialsInTheImage: each fails the check, and its file is named.
func TestCredentialsInTheImage(t *testing.T) {
	var public []File
	for name, text := range credentialtest.Public {
		if !strings.HasSuffix(name, ".md") { // gitleaks looks into prose too
			public = append(public, File{"/app/" + name, text})
		}
	}
	if got := Secrets(t.Context(), public, 0, imagespec.DockerOCIImage{}, nil); got.State != Passed {
		t.Errorf("%+v", got.Problems)
	}
	for _, p := range credentialtest.Files() {
		one := File{"/app/" + p.Path, p.Text}
		if strings.HasPrefix(p.Text, "\x30\x82") { // no text: the probe tells the name alone
			one.Text = ""
		}
		got := Secrets(t.Context(), []File{one}, 0, imagespec.DockerOCIImage{}, nil)
		if got.State != Failed || len(got.Problems) == 0 || got.Problems[0].Path != one.Path {
			t.Errorf("%s: %+v", p.Path, got)
		}
		for _, f := range got.Problems {
			if strings.Contains(f.Message, p.Secret) {
				t.Errorf("%s: the secret is repeated", p.Path)
			}
		}
	}
}
