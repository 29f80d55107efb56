package prove

import (
	"strings"
	"testing"

	imagespec "github.com/moby/docker-image-spec/specs-go/v1"

	"aipack/backend/secret/credential/credentialtest"
)

// TestCredentialsInTheImage: each fails the check, and its file is named.
func TestCredentialsInTheImage(t *testing.T) {
	var public []file
	for name, text := range credentialtest.Public {
		if !strings.HasSuffix(name, ".md") { // gitleaks looks into prose too
			public = append(public, file{"/app/" + name, text})
		}
	}
	if got := secretsCheck(t.Context(), public, 0, imagespec.DockerOCIImage{}, nil); got.State != passed {
		t.Errorf("%+v", got.Findings)
	}
	for _, p := range credentialtest.Files() {
		one := file{"/app/" + p.Path, p.Text}
		if strings.HasPrefix(p.Text, "\x30\x82") { // no text: the probe tells the name alone
			one.Text = ""
		}
		got := secretsCheck(t.Context(), []file{one}, 0, imagespec.DockerOCIImage{}, nil)
		if got.State != failed || len(got.Findings) == 0 || got.Findings[0].Path != one.Path {
			t.Errorf("%s: %+v", p.Path, got)
		}
		for _, f := range got.Findings {
			if strings.Contains(f.Message, p.Secret) {
				t.Errorf("%s: the secret is repeated", p.Path)
			}
		}
	}
}
