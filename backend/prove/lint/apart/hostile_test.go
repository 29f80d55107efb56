//go:build linux && long

package apart

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"aipack/backend/base/fault"
)

// hostile are Dockerfiles that people do not write, each up to the size that is
// checked.
func hostile() map[string]string {
	const top = "FROM scratch\n"
	again := strings.Repeat
	each := func(n int, form string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, strings.ReplaceAll(form, "#", "%[1]d"), i)
		}
		return b.String()
	}
	long := "ENV A=" + again("a", 60_000) + "\n"
	return map[string]string{
		"values of values": top + "ENV A=aaaaaaaaaa\n" + again("ENV A=${A}${A}${A}${A}\n", 40), "two that feed each other": top + again("ENV A=x$B$B\nENV B=x$A$A\n", 200),
		"defaults of defaults": top + again("ENV A=${A:-xx}${A:-xx}\n", 200), "alternatives": top + "ENV A=x\n" + again("ENV A=${A:+$A$A}\n", 200),
		"before the first stage": again("ARG A=${A}${A}a\n", 60) + top, "across stages": "FROM scratch AS s\nENV A=x\n" + again("FROM s AS s\nENV A=$A$A$A$A\n", 100),
		"a word for each letter": top + "ENV A=" + again("a", 1000) + "\n" + again("ENV A=${A//a/"+again("b", 1000)+"}\n", 3), "a word in a word": top + "ENV A=aa\n" + again("ENV A=${A//a/${A//a/$A$A}}\n", 9),
		"no value at all": top + again("ARG A=${A}${A}\n", 60_000), "labels": top + long + "LABEL" + each(8000, " l#=$A") + "\n",
		"sources": top + long + again("COPY "+again("$A ", 20_000)+"/\n", 16), "commands": top + long + again("RUN "+again("$A", 30_000)+"\n", 16),
		"folders": top + long + again("WORKDIR "+again("$A", 30_000)+"\n", 16), "users": top + long + again("USER "+again("$A", 30_000)+"\n", 16),
		"volumes": top + long + "VOLUME " + again("$A ", 20_000) + "\n", "ports": top + long + "EXPOSE " + again("$A ", 20_000) + "\n", "all ports": top + again("EXPOSE "+again("1-65535 ", 8000)+"\n", 16),
		"images": "ARG A=" + again("a", 60_000) + "\n" + again("FROM "+again("$A", 30_000)+"\n", 16), "checks": top + long + "HEALTHCHECK CMD " + again("$A", 30_000) + "\n",
		"many values": top + each(40_000, "ENV A#=x\n"), "many values at once": top + again("ENV"+each(8000, " A#=x")+"\n", 14), "many arguments": top + each(40_000, "ARG A#\n"),
		"many labels": top + each(40_000, "LABEL a#=x\n"), "many stages": each(40_000, "FROM scratch AS s#\n"), "a chain of stages": "FROM scratch AS s\n" + again("FROM s AS s\n", 60_000),
		"stages that copy": each(20_000, "FROM scratch AS s#\nCOPY --from=s# /a /b\n"), "runs": top + again("RUN x\n", 150_000), "values and runs": top + each(20_000, "ENV A#=x\nRUN y $A#\n"),
		"copies": top + again("COPY a b\n", 100_000), "downloads": top + again("ADD https://github.com/a/b.git#main /a\n", 20_000), "shells": top + again("SHELL [\"a\"]\nRUN x\n", 50_000),
		"a line without end": top + "RUN " + again("x", 1_000_000), "lines that go on": top + "RUN a\\\n" + again("a\\\n", 340_000) + "b\n", "lines that go on with comments": top + "RUN a\\\n" + again("#\n", 500_000),
		"here-documents": top + again("RUN <<A <<B\nA\nB\n", 60_000), "here-documents without end": top + again("RUN <<A\n", 100_000), "here-documents at once": top + "RUN" + each(8000, " <<E#") + "\n" + each(8000, "E#\n"),
		"braces in braces": top + again("ENV A="+again("${A:-", 10_000)+again("}", 10_000)+"\n", 16), "braces without end": top + again("ENV A="+again("${", 30_000)+"\n", 16),
		"quotes without end": top + again("ENV A=\""+again("\\\"", 30_000)+"\n", 16), "arrays in arrays": top + again("CMD "+again("[", 60_000)+"\n", 16), "a long array": top + again("CMD ["+again("\"a\",", 15_000)+"\"a\"]\n", 16),
		"mounts": top + again("RUN "+again("--mount=type=cache,target=/a ", 2200)+"x\n", 16), "mounts of stages": top + again("RUN "+again("--mount=type=bind,from=s,target=/a ", 1800)+"x\n", 16), "flags": top + again("COPY "+again("--chown=a ", 6000)+"a b\n", 16),
		"triggers of triggers": top + again(again("ONBUILD ", 8000)+"RUN x\n", 16), "patterns": top + "ENV A=" + again("a", 60_000) + "b\n" + again("ENV B=${A##*a*a*a*a*a*a*a*a*c}\n", 500),
		"directives": again("# escape=`\n", 90_000) + top, "no instruction": again("x ", 30_000) + "\n" + again("\x00", 900_000), "letters of every kind": top + again("ENV ä=世\u202e𝒳\xff\n", 50_000), "blanks": again("\n", 1_000_000) + top,
	}
}

// TestHostileDockerfiles: there is an answer or a clear word within the time, and no
// process has taken more memory than it may.
func TestHostileDockerfiles(t *testing.T) {
	c := checkerOfTest(t)
	for name, text := range hostile() {
		began := time.Now()
		_, err := c.Check(t.Context(), []byte(text)[:min(len(text), 1<<20)])
		took := time.Since(began)
		var f *fault.Fault
		if err != nil && !errors.As(err, &f) {
			t.Errorf("%s: %v", name, err)
		}
		if took > mostTime+2*time.Second {
			t.Errorf("%s: it took %s", name, took)
		}
		if took > time.Second {
			t.Logf("%s: %s: %v", name, took.Round(time.Millisecond), err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &usage); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, most memory %d MB", len(hostile()), usage.Maxrss>>10)
	if usage.Maxrss>>10 > 512 {
		t.Errorf("a process took %d MB", usage.Maxrss>>10)
	}
}
