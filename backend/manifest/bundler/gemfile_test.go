package bundler

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const sampleGemfile = `# frozen_string_literal: true
source "https://rubygems.org"

ruby file: ".ruby-version"

gem "rails", "~> 7.1", ">= 7.1.3" # the framework
gem 'pg', '~> 1.5', require: false
gem("puma")
gem "money",
    "~> 6.0",
    require: "money"
gem 'rack-cors' if ENV["CORS"]
=begin
gem "commented"
=end
# gem "out"

group :development, :test do
  gem "debug", platforms: %i[ mri windows ]
  platforms :mri do
    gem "byebug"
  end
end

gem "rspec", :group => :test
gem "lograge", groups: [:production, :staging]

path "engines" do
  gem "billing"
end
gem "local", path: "libs/local"
gem "edge", github: "rails/edge", branch: "main"
`

func TestParseGemfile(t *testing.T) {
	got, err := ParseGemfile(sampleGemfile)
	if err != nil {
		t.Fatal(err)
	}
	if got.RubyFile != ".ruby-version" || got.RubyLine != 4 {
		t.Errorf("ruby directive: %q line %d", got.RubyFile, got.RubyLine)
	}
	want := []Gem{
		{Name: "rails", Constraint: "~> 7.1, >= 7.1.3", Line: 6},
		{Name: "pg", Constraint: "~> 1.5", Line: 7},
		{Name: "puma", Line: 8},
		{Name: "money", Constraint: "~> 6.0", Line: 9},
		{Name: "rack-cors", Line: 12},
		{Name: "debug", Groups: []string{"development", "test"}, Line: 19},
		{Name: "byebug", Groups: []string{"development", "test"}, Line: 21},
		{Name: "rspec", Groups: []string{"test"}, Line: 25},
		{Name: "lograge", Groups: []string{"production", "staging"}, Line: 26},
		{Name: "billing", Path: "engines", Line: 29},
		{Name: "local", Path: "libs/local", Line: 31},
		{Name: "edge", Git: true, Line: 32},
	}
	if d := cmp.Diff(want, got.Gems, cmp.Transformer("groups", func(g []string) string { return strings.Join(g, ",") })); d != "" {
		t.Error(d)
	}
	if !got.Gems[5].Dev() || got.Gems[8].Dev() || got.Gems[0].Dev() {
		t.Error("only gems of development and test groups alone are for development")
	}
}

func TestParseGemfileRubyDirective(t *testing.T) {
	for src, want := range map[string]Gemfile{
		`ruby "3.2.1"`:                          {Ruby: "3.2.1", RubyLine: 1},
		`ruby '>= 3.1', '< 3.4'`:                {Ruby: ">= 3.1, < 3.4", RubyLine: 1},
		`ruby "2.5.3", engine: "jruby"`:         {Ruby: "2.5.3", RubyLine: 1},
		`ruby File.read(".ruby-version").strip`: {RubyFile: ".ruby-version", RubyLine: 1},
		"gemspec":                               {Gemspec: true},
	} {
		got, _ := ParseGemfile(src)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", src, d)
		}
	}
}

func TestParseGemfileLock(t *testing.T) {
	got, _ := ParseLock(`PATH
  remote: libs/local
  specs:
    local (0.1.0)

GEM
  remote: https://rubygems.org/
  specs:
    nokogiri (1.16.0-x86_64-linux)
      racc (~> 1.4)
    racc (1.7.3)

PLATFORMS
  arm64-darwin-21
  x86_64-linux

DEPENDENCIES
  local!
  nokogiri (~> 1.16)

RUBY VERSION
   ruby 3.1.2p20

BUNDLED WITH
   2.3.7
`)
	want := Lock{
		Versions: map[string]string{"local": "0.1.0", "nokogiri": "1.16.0", "racc": "1.7.3"},
		Direct:   map[string]bool{"local": true, "nokogiri": true},
		Paths:    []string{"libs/local"}, Local: map[string]bool{"local": true},
		Platforms: []string{"arm64-darwin-21", "x86_64-linux"},
		Ruby:      "3.1.2", RubyLine: 22, BundledWith: "2.3.7",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func FuzzGemfile(f *testing.F) {
	f.Add(sampleGemfile)
	f.Add("gem \"a\n%w[")
	f.Fuzz(func(t *testing.T, src string) {
		if _, err := ParseGemfile(src); err != nil {
			t.Fatal(err)
		}
		if _, err := ParseLock(src); err != nil {
			t.Fatal(err)
		}
	})
}
