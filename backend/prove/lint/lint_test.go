package lint

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func findings(t *testing.T, dockerfile string) []string {
	t.Helper()
	report, err := Check(t.Context(), []byte(dockerfile))
	if err != nil {
		t.Fatal(err)
	}
	return short(report.Findings)
}

func short(found []Finding) []string {
	lines := []string{}
	for _, f := range found {
		line := fmt.Sprintf("%d %s", f.Line, f.Rule)
		if f.Error {
			line += " error"
		}
		lines = append(lines, line)
	}
	return lines
}

func TestLint(t *testing.T) {
	for _, c := range []struct {
		name, dockerfile string
		want             []string
	}{
		{"a value that doubles", "FROM scratch\nENV A=aaaaaaaaaa\n" + strings.Repeat("ENV A=${A}${A}${A}${A}\n", 40) + "RUNN x\n", []string{"9 Swelling error"}},
		{"good", "FROM debian:bookworm-slim AS build\nWORKDIR /app\nRUN make\nFROM scratch\nCOPY --from=build /app/x /x\nCMD [\"/x\"]\n", []string{}},
		{"bad", "FROM debian as build\nWORKDIR app\nENV API_KEY=1\nENV a b\nRUN echo $NOTHING\nEXPOSE 80/TCP\nMAINTAINER me\nCMD run me\n", []string{
			"1 FromAsCasing", "2 WorkdirRelativePath", "3 SecretsUsedInArgOrEnv", "4 LegacyKeyValueFormat", "6 ExposeProtoCasing", "7 MaintainerDeprecated", "8 JSONArgsRecommended",
		}},
		{"typo", "FROM debian:12\n\nRNU make\n", []string{"3 ParseError error"}},
		{"no instruction", "# nothing\n", []string{"1 ParseError error"}},
		{"broken heredoc", "FROM debian:12\nCOPY <<EOF /x\nabc\n", []string{"2 ParseError error"}},
		{"no such stage", "FROM debian:12 AS build\nFROM debian:12\nCOPY --from=biuld /a /a\n", []string{"3 UnknownStage"}},
		{"later stage", "FROM debian:12 AS one\nCOPY --from=two /a /a\nFROM debian:12 AS two\nRUN true\n", []string{"2 ParseError error"}},
		{"image as source", "FROM debian:12\nCOPY --from=node:22 /a /a\nRUN --mount=type=bind,from=nostage,target=/x true\n", []string{"3 UnknownStage"}},
		{"stage by number", "FROM debian:12\nFROM debian:12\nCOPY --from=0 /a /a\n", []string{}},
	} {
		if diff := cmp.Diff(c.want, findings(t, c.dockerfile)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestLintEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Check(ctx, []byte("FROM debian:12\n")); err == nil {
		t.Error("no error")
	}
}

func TestSources(t *testing.T) {
	dockerfile := strings.Join([]string{
		`FROM debian:12 AS build`,
		`COPY package.json *.toml src ./`,
		`COPY . .`,
		`COPY none.txt ./`,
		`COPY secret/key ./`,
		`COPY ["a \\\"b\\\".txt", "\\$c", "./"]`,
		`COPY app/[[]id].js $WHERE ./`,
		`ADD https://example.org/x.tgz /`,
		`FROM scratch`,
		`COPY --from=build /nowhere /x`,
		``,
	}, "\n")
	files := []string{"package.json", "pyproject.toml", "src/a.go", "secret/key", `a "b".txt`, "$c", "app/[id].js"}
	report, err := Check(t.Context(), []byte(dockerfile))
	if err != nil {
		t.Fatal(err)
	}
	got := short(Missing(report.Sources, files, []byte("# comment\nsecret\n**/*.log\n")))
	if diff := cmp.Diff([]string{"4 MissingSource error", "5 IgnoredSource error"}, got); diff != "" {
		t.Error(diff)
	}
	if got := short(Missing(nil, nil, []byte("[\n"))); !cmp.Equal(got, []string{"0 IgnoreFile error"}) {
		t.Error(got)
	}
}

func FuzzLint(f *testing.F) {
	f.Add([]byte("FROM debian:12 AS a\nCOPY --from=0 [\"x\"] /\nRUN --mount=type=cache,target=/x <<EOF\nls\nEOF\n"))
	f.Add([]byte("# escape=`\nFROM $X\nARG A=${B:-c}\nADD a b /\nHEALTHCHECK NONE\nONBUILD RUN x\n"))
	f.Fuzz(func(t *testing.T, dockerfile []byte) {
		report, err := Check(t.Context(), dockerfile)
		if err != nil {
			t.Fatal(err)
		}
		Missing(report.Sources, []string{"a", "x/y"}, dockerfile)
	})
}
