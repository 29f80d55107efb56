package ruby

import (
	"testing"

	"aipack/backend/language/languagetest"
)

// TestNewestRubyOfTheGems: where nothing says which Ruby it is to be, it is one that the
// locked gems run on.
func TestNewestRubyOfTheGems(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ support, directive, want string }{
		"of 4.2":            {"4.2.11", "", "2.6"},
		"of 5.0":            {"5.0.0", "", "2.7"},
		"of 5.2":            {"5.2.8.1", "", "2.7"},
		"of 6.0":            {"6.0.6", "", ""},
		"of 8":              {"8.0.1", "", ""},
		"none":              {"", "", ""},
		"the Gemfile's own": {"5.0.0", "ruby '2.6.8'\n", "2.6.8"},
	} {
		lock := "GEM\n  remote: https://rubygems.org/\n  specs:\n    sinatra (3.0.0)\n"
		if c.support != "" {
			lock += "    activesupport (" + c.support + ")\n"
		}
		p, _ := languagetest.Service(t, &Language, files{
			"app.rb": "require 'sinatra'\n", "Gemfile": "source 'https://rubygems.org'\n" + c.directive + "gem 'sinatra'\n", "Gemfile.lock": lock + "\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  sinatra\n",
		})
		if got := versionOf(p).Value; got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
