package dockerfile

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func FuzzDockerfile(f *testing.F) {
	f.Add(dockerfile)
	f.Add("# escape=`\nFROM ${A:-b} AS c\nFROM c\nEXPOSE ${P:-80}\nRUN <<-E\n\tE\n")
	f.Fuzz(func(t *testing.T, s string) {
		d, err := Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		last, _ := d.Stage("")
		for _, e := range last.Expose {
			if e.Port < 1 || e.Port > 65535 {
				t.Fatalf("%+v", e)
			}
		}
	})
}

const dockerfile = `# syntax=docker/dockerfile:1
# escape=\
ARG NODE=22
FROM node:${NODE}-slim AS Base
ENV A=1 B="two words" PORT=3000
WORKDIR /app
# a comment

FROM base AS build
RUN apt-get update && \
    # inside
    apt-get install -y \

    git
RUN <<EOF
EXPOSE 9
CMD no
EOF
COPY --from=deps --chown=1:1 ["a b", "/x"]

FROM base
ARG WEB
COPY --from=build /app/dist ./dist
EXPOSE $PORT 8443/tcp 53/udp ${WEB:-81} junk 99999
USER app
HEALTHCHECK --interval=5s --timeout=2s CMD curl -f http://localhost:3000/health || exit 1
ENTRYPOINT ["tini", "--"]
CMD node server.js
`

func TestParseDockerfile(t *testing.T) {
	t.Parallel()
	d, _ := Parse(dockerfile)
	if len(d.Stages) != 3 {
		t.Fatalf("%d stages", len(d.Stages))
	}
	got, ok := d.Stage("")
	want := Stage{
		Image: "node:22-slim", Line: 21, Args: []Var{{"WEB", "", 22}},
		Env: []Var{{"A", "1", 5}, {"B", "two words", 5}, {"PORT", "3000", 5}}, Workdir: "/app", User: "app", UserLine: 25,
		Expose:     []Port{{3000, "tcp", 24}, {8443, "tcp", 24}, {53, "udp", 24}, {81, "tcp", 24}},
		Entrypoint: Command{Exec: []string{"tini", "--"}, Line: 27},
		Cmd:        Command{Shell: "node server.js", Line: 28},
		Health:     Command{Shell: "curl -f http://localhost:3000/health || exit 1", Line: 26},
		Copies:     []Copy{{"build", []string{"/app/dist"}, "./dist", 23}},
	}
	if !ok {
		t.Fatal("no last stage")
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	build, _ := d.Stage("BUILD")
	if build.Image != "node:22-slim" || len(build.Runs) != 2 || build.Runs[1].Script != "<<EOF\nEXPOSE 9\nCMD no" || len(build.Expose) != 0 {
		t.Errorf("build stage %+v", build)
	}
	if d := cmp.Diff([]Copy{{"deps", []string{"a b"}, "/x", 19}}, build.Copies); d != "" {
		t.Error(d)
	}
	if _, ok := d.Stage("nowhere"); ok {
		t.Error("a stage that is not there was found")
	}
}

func TestParseDockerfileHostile(t *testing.T) {
	t.Parallel()
	deep := "FROM a AS s0\nENV X=aaaaaaaaaaaaaaaa\n"
	for range 60 {
		deep += "ENV X=$X$X\n"
	}
	for name, content := range map[string]string{
		"doubling":       deep + "EXPOSE $X\n",
		"own stage":      "FROM a AS a\nFROM a AS a\nFROM a\n",
		"open heredoc":   "FROM a\nRUN <<EOF <<\nEXPOSE 1\n",
		"open backslash": "FROM a\nRUN x \\",
		"braces":         "FROM ${" + strings.Repeat("${A:-", 50_000) + "\n",
		"many stages":    strings.Repeat("FROM a AS b\n", 20_000),
		"flags":          "FROM --platform\nCOPY --from\nHEALTHCHECK --interval=1\nHEALTHCHECK\nEXPOSE\nUSER\nENV\nARG\n",
	} {
		start := time.Now()
		d, _ := Parse(content)
		d.Stage("")
		if took := time.Since(start); took > 30*time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
	d, _ := Parse("FROM a\nRUN <<EOF\nEXPOSE 1\n")
	if s, _ := d.Stage(""); len(s.Expose) != 1 {
		t.Error("a here-document without an end swallowed the file")
	}
}

func TestPlace(t *testing.T) {
	for _, c := range []struct{ workdir, path, want string }{
		{"/app", "data/", "/app/data"}, {"/app/", "./x/../y", "/app/y"}, {"/app", "/srv/", "/srv"}, {"/app", "", "/app"}, {"", "data", "/data"}, {"", "", "/"}, {"app", "../../x", "/x"},
	} {
		if got := (Stage{Workdir: c.workdir}).Place(c.path); got != c.want {
			t.Errorf("%q in %q: %s, want %s", c.path, c.workdir, got, c.want)
		}
	}
}
