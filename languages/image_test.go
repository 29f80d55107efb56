package languages

import (
	"testing"

	"aipack/backend/language"
	"aipack/languages/beam"
	"aipack/languages/dotnet"
	"aipack/languages/javascript"
	"aipack/languages/jvm"
	"aipack/languages/python"
	"aipack/languages/ruby"
)

func TestVersionsOfImages(t *testing.T) {
	for _, c := range []struct {
		of        *language.Language
		system    string
		name, tag string
		want      string
	}{
		{&python.Language, "pip", "python", "3.13.1-slim-bookworm", "3.13.1"},
		{&python.Language, "pip", "python", "slim", ""},
		{&python.Language, "pip", "node", "22", ""},
		{&javascript.Language, "npm", "node", "18.18.2-alpine", "18.18.2"},
		{&javascript.Language, "npm", "node", "lts-alpine", ""},
		{&javascript.Language, "bun", "oven/bun", "1.2", "1.2"},
		{&javascript.Language, "bun", "node", "22", ""},
		{&javascript.TypeScript, "deno", "denoland/deno", "alpine-2.1.4", "2.1.4"},
		{&jvm.Java, "maven", "maven", "3.9-eclipse-temurin-21", "21"},
		{&jvm.Java, "gradle", "gradle", "8.5-jdk17", "17"},
		{&jvm.Java, "gradle", "gradle", "8.5", ""},
		{&jvm.Java, "maven", "eclipse-temurin", "17-jre-alpine", "17"},
		{&jvm.Kotlin, "gradle", "amazoncorretto", "11", "11"},
		{&beam.Elixir, "mix", "hexpm/elixir", "1.18.1-erlang-27.2-debian-bookworm-20250113-slim", "1.18.1"},
		{&dotnet.CSharp, "dotnet", "mcr.microsoft.com/dotnet/sdk", "8.0-alpine", "8.0"},
		{&ruby.Language, "bundler", "ruby", "3.4.4-slim", "3.4.4"},
	} {
		p := &language.Project{Language: c.of, Claim: language.Claim{System: c.system}}
		if got := c.of.ImageVersion(p, language.Image{Name: c.name, Tag: c.tag}); got != c.want {
			t.Errorf("%s:%s for %s is %q, want %q", c.name, c.tag, c.of.ID, got, c.want)
		}
	}
}
