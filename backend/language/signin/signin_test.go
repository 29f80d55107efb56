package signin

import (
	"fmt"
	"strings"
	"testing"

	"aipack/backend/language"
)

func TestPrivate(t *testing.T) {
	for host, want := range map[string]bool{
		"": false, "registry.npmjs.org": false, "registry.npmjs.com": false, "pypi.org": false, "8.8.8.8": false,
		"nexus": true, "nexus.corp": true, "repo.internal": true, "10.0.0.7": true, "acme.jfrog.io": true, "notjfrog.io": false,
		"acme-1234.d.codeartifact.eu-west-1.amazonaws.com": true,
	} {
		if got := Private(host); got != want {
			t.Errorf("%q is private: %t", host, got)
		}
	}
}

func TestHost(t *testing.T) {
	for text, want := range map[string]string{
		"//npm.acme.test/:_authToken=${T}": "npm.acme.test", "index-url = https://u:${P}@PyPI.acme.test:8443/simple": "pypi.acme.test",
		"sparse+https://crates.acme.test/index/": "crates.acme.test", "no address": "",
	} {
		if got := Host(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestReferences(t *testing.T) {
	const pattern = language.Pattern(`\$\{(\w+)\}`)
	got := References("# ${A}\n; ${A}\n// ${A}\n//r.test/:_authToken=${B}\nx=${C}${B}\n", pattern)
	if fmt.Sprint(got) != "[{B 4 //r.test/:_authToken=${B}} {C 5 x=${C}${B}}]" {
		t.Errorf("%v", got)
	}
	got = References("<a>${A}</a>\n<!-- ${B}\n${C} --><b>${D}</b><!---->\n${E}<!-- ${F}", pattern)
	if fmt.Sprint(got) != "[{A 1 <a>${A}</a>} {D 3 <b>${D}</b>} {E 4 ${E}}]" {
		t.Errorf("%v", got)
	}
	var many strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&many, "//r%d.test/:_authToken=${A%[1]d}\n", i)
	}
	if n := len(References(many.String(), pattern)); n != mostReferences {
		t.Errorf("%d of many", n)
	}
}
