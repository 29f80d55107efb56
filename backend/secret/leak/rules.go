package leak

import (
	"context"
	"maps"
	"strings"
	"sync"

	"github.com/spf13/viper"
	"github.com/zricethezav/gitleaks/v8/config"
	"github.com/zricethezav/gitleaks/v8/detect"
)

// detectors hold gitleaks' rules: all of them, and those that are not vague. Their own
// constructor reads them through a reader that the whole process shares, and several
// may search at once.
var detectors = sync.OnceValues(func() (found struct{ all, sure *detect.Detector }, err error) {
	reader := viper.New()
	reader.SetConfigType("toml")
	if err := reader.ReadConfig(strings.NewReader(config.DefaultConfig)); err != nil {
		return found, err
	}
	var written config.ViperConfig
	if err := reader.Unmarshal(&written); err != nil {
		return found, err
	}
	all, err := written.Translate()
	if err != nil {
		return found, err
	}
	found.all = detect.NewDetector(all)
	sure := all
	sure.Rules = maps.Clone(all.Rules)
	maps.DeleteFunc(sure.Rules, func(id string, _ config.Rule) bool { return vague[id] })
	found.sure = detect.NewDetector(sure)
	// The repository is not asked whether its secrets count.
	found.all.IgnoreGitleaksAllow, found.sure.IgnoreGitleaksAllow = true, true
	return found, nil
})

// Warm reads the rules ahead of the first search. The error is a fault of the program.
func Warm() error {
	_, err := detectors()
	return err
}

// Secret is what gitleaks' rules know in a text.
type Secret struct {
	Rule, What string // the rule's name, and what it says of it
	Value      string // as it stands in the text
	Line       int    // from 1
}

// Secrets finds what gitleaks' rules know: the tokens of some two hundred services.
// name is the file's path, "" for a text of none: some rules hold for some files only.
// It finds nothing where the rules cannot be read: see Warm.
func Secrets(ctx context.Context, name, text string) []Secret {
	d, err := detectors()
	if err != nil {
		return nil
	}
	return secrets(ctx, d.all, name, text)
}

func secrets(ctx context.Context, d *detect.Detector, name, text string) (out []Secret) {
	for _, found := range d.DetectContext(ctx, detect.Fragment{Raw: text, FilePath: name}) { //nolint:staticcheck // its successor comes with version 9, which is not out
		out = append(out, Secret{found.RuleID, found.Description, strings.TrimSpace(found.Secret), found.StartLine + 1})
	}
	return out
}

// vague are rules of gitleaks' that go by a name nearby, or match what is public.
var vague = map[string]bool{
	"generic-api-key": true, "jwt": true, "jwt-base64": true, "curl-auth-user": true, "curl-auth-header": true, "hashicorp-tf-password": true,
	"kubernetes-secret-yaml": true, "gcp-api-key": true, "sourcegraph-access-token": true, "nuget-config-password": true, "cloudflare-api-key": true,
	"freemius-secret-key": true, "sidekiq-sensitive-url": true, "etsy-access-token": true,
}

// match is a secret of gitleaks' in a file.
type match struct {
	rule, what, secret string
	line               int
	sure               bool
}

// rules are what gitleaks finds in a file; surely leaves out what is vague.
func rules(name, text string, surely bool) (out []match) {
	d, err := detectors()
	if err != nil {
		return nil
	}
	use := d.all
	if surely {
		use = d.sure
	}
	for _, s := range secrets(context.Background(), use, name, text) {
		if standIn(s.Value) {
			continue
		}
		out = append(out, match{s.Rule, described(s.What), s.Value, s.Line, !vague[s.Rule] && mixed(s.Value)})
	}
	return out
}

// described makes a part of a sentence of gitleaks' descriptions: "Identified a Stripe
// Access Token, posing a risk to payment services" becomes "a Stripe Access Token".
func described(description string) string {
	s, _, _ := strings.Cut(description, ",")
	for _, begin := range []string{
		"Identified", "Detected", "Found", "Uncovered", "Discovered", "Spotted", "Located", "Recognized", "Identifies", "Detects",
	} {
		if rest, ok := strings.CutPrefix(s, begin+" "); ok {
			s = rest
			break
		}
	}
	switch s = strings.TrimPrefix(s, "a pattern that may indicate "); s {
	case "":
		return "a credential"
	case "a Generic API Key":
		return "a key or a token"
	}
	return s
}
