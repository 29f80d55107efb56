package ruby

import (
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
)

// TestImage: a Ruby without a tag on a Debian that is still served is stood in for by the
// nearest of its minor version, which the Gemfile asks for in the image then.
func TestImage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		directive, file string // the Gemfile's line, .ruby-version
		want            string
		asks, warned    bool
	}{
		"held to a patch":                 {"ruby '3.2.2'", "", "ruby:3.2.2-slim-bookworm", false, false},
		"one on the older Debian":         {"ruby '3.2.1'", "", "ruby:3.2.1-slim-bullseye", false, false},
		"the oldest on it":                {"ruby '2.6.8'", "", "ruby:2.6.8-slim-bullseye", false, false},
		"before it":                       {"ruby '2.6.1'", "", "ruby:2.6-slim-bullseye", true, true},
		"before it, of a later one":       {"ruby \"3.0.1\"", "", "ruby:3.0-slim-bookworm", true, true},
		"after the last":                  {"ruby '3.1.9'", "", "ruby:3.1-slim-bookworm", true, true},
		"the last":                        {"ruby '3.1.7'", "", "ruby:3.1.7-slim-bookworm", false, false},
		"of one that is still released":   {"ruby '3.4.40'", "", "ruby:3.4.40-slim-bookworm", false, false},
		"a minor version without images":  {"ruby '2.5.1'", "", "ruby:2.6-slim-bullseye", true, true},
		"a release that is none":          {"ruby '3.4.0.rc1'", "", "ruby:3.4-slim-bookworm", true, true},
		"a range":                         {"ruby '~> 2.6.1'", "", "ruby:2.6-slim-bullseye", false, false},
		"a range without images":          {"ruby '~> 2.4.1'", "", "ruby:2.6-slim-bullseye", true, true},
		"by a file":                       {"ruby file: '.ruby-version'", "ruby-2.7.1", "ruby:2.7-slim-bullseye", true, true},
		"by a file that is read":          {"ruby File.read('.ruby-version').strip", "3.0.0", "ruby:3.0-slim-bookworm", true, true},
		"a file alone holds nothing":      {"", "2.6.1", "ruby:2.6-slim-bullseye", false, false},
		"a file with a prefix":            {"", "ruby-3.2.2", "ruby:3.2-slim-bookworm", false, false},
		"a file with a patch level":       {"", "3.2.2p53", "ruby:3.2-slim-bookworm", false, false},
		"a file with a gemset":            {"", "ruby-3.1.4@shop", "ruby:3.1-slim-bookworm", false, false},
		"JRuby":                           {"", "jruby-9.4.5.0", "ruby:3.1-slim-bookworm", false, true},
		"an older JRuby":                  {"", "jruby-9.2.21.0", "ruby:2.6-slim-bullseye", false, true},
		"TruffleRuby":                     {"", "truffleruby-23.1.1", "ruby:3.2-slim-bookworm", false, true},
		"TruffleRuby of GraalVM":          {"", "truffleruby+graalvm-22.3.0", "ruby:3.0-slim-bookworm", false, true},
		"JRuby by the Gemfile":            {"ruby '3.1.4', engine: 'jruby', engine_version: '9.4.5.0'", "", "ruby:3.1-slim-bookworm", true, true},
		"JRuby as older Gemfiles have it": {"ruby '2.6.8', :engine => 'jruby', :engine_version => '9.3.2.0'", "", "ruby:2.6-slim-bullseye", true, true},
		"a directive of two lines":        {"ruby '2.6.1',\n  patchlevel: '33'", "", "ruby:2.6-slim-bullseye", false, true},
	} {
		in := files{"app.rb": "require 'sinatra'\n", "Gemfile": "source 'https://rubygems.org'\n" + c.directive + "\ngem 'sinatra'\n"}
		if c.file != "" {
			in[".ruby-version"] = c.file + "\n"
		}
		p, r := languagetest.Service(t, &Language, in)
		if r.Build.BaseImage != c.want || r.Runtime.BaseImage != c.want {
			t.Errorf("%s: %s and %s, want %s", name, r.Build.BaseImage, r.Runtime.BaseImage, c.want)
		}
		asks := strings.HasPrefix(r.Build.PreBuildCommands[0], "sed -i \"2s/ruby.*/ruby '$(ruby -e 'print RUBY_VERSION')'/\" Gemfile && ")
		if asks != c.asks || asks == (len(r.Build.Manifests) > 0) {
			t.Errorf("%s: %q with %q", name, r.Build.PreBuildCommands, r.Build.Manifests)
		}
		warned := false
		for _, w := range p.Reader().Warnings(".") {
			warned = warned || w.Code == "version_unsupported" || w.Code == "engine_unsupported"
			if place := "Gemfile"; w.Path != place && (c.file == "" || w.Path != ".ruby-version") {
				t.Errorf("%s: %+v", name, w)
			}
		}
		if warned != c.warned {
			t.Errorf("%s: warned %v: %+v", name, warned, p.Reader().Warnings("."))
		}
	}
}
