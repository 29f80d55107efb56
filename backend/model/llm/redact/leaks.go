package redact

import (
	"strings"
	"sync"

	"github.com/spf13/viper"
	"github.com/zricethezav/gitleaks/v8/config"
	"github.com/zricethezav/gitleaks/v8/detect"

	"aipack/backend/secret/conceal"
)

// detector holds gitleaks' rules. Its own constructor reads them through a
// reader that the whole process shares, and an analysis may run beside a
// proof, which uses that one.
var detector = sync.OnceValues(func() (*detect.Detector, error) {
	reader := viper.New()
	reader.SetConfigType("toml")
	if err := reader.ReadConfig(strings.NewReader(config.DefaultConfig)); err != nil {
		return nil, err
	}
	var rules config.ViperConfig
	if err := reader.Unmarshal(&rules); err != nil {
		return nil, err
	}
	translated, err := rules.Translate()
	if err != nil {
		return nil, err
	}
	d := detect.NewDetector(translated)
	// The repository is not asked whether its secrets may be sent.
	d.IgnoreGitleaksAllow = true
	return d, nil
})

// Warm reads the rules ahead of the first request.
func Warm() error {
	_, err := detector()
	return err
}

// leaks finds what gitleaks' rules know: the tokens of some two hundred
// services. Where they cannot be read, Chat sends nothing.
func leaks(s string) conceal.Spans {
	d, err := detector()
	if err != nil {
		return nil
	}
	var out conceal.Spans
	for _, found := range d.DetectString(s) {
		// A short secret may be a word that stands elsewhere, too.
		if secret := strings.TrimSpace(found.Secret); len(secret) >= 6 {
			out = out.Every(s, secret, found.RuleID)
		}
	}
	return out
}
