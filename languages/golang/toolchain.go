package golang

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"golang.org/x/mod/semver"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/version"
	"aipack/backend/manifest/gomod"
)

// Releases of Go, by their minor number. Each is supported until there are two
// newer ones. https://go.dev/doc/devel/release#policy
const (
	newestGo  = 26
	oldestGo  = newestGo - 1 // that is still supported
	firstGo   = 19           // of which there is an image on Debian 12
	firstGoC  = 20           // whose go command knows -C: https://go.dev/doc/go1.20#go-command
	imageOfGo = "golang:1.%d-bookworm"
)

// imageOf names the official image of the release that builds the project. What
// go.mod, go.work and their toolchain lines name is the least that works
// (https://go.dev/doc/toolchain), so a release that is out of support makes way
// for the newest one, but where a required module is known not to build with it.
// The image refuses what wants a newer release than its own (GOTOOLCHAIN=local).
func imageOf(p *language.Project) (string, language.Reason) {
	minor, evidence := releaseOf(p)
	reason := language.Reason{Field: "/build/base_image", Confidence: finding.Certain, Evidence: evidence}
	if evidence.Rule == "" {
		reason.Confidence, reason.Rule = finding.Guess, "go.default_version"
	}
	return fmt.Sprintf(imageOfGo, minor), reason
}

// releaseOf is the minor number of the release that builds the project, and why.
func releaseOf(p *language.Project) (int, finding.Evidence) {
	least, why := leastRelease(p)
	if most, because := mostRelease(p); most >= least && most < newestGo {
		return max(most, firstGo), because
	}
	if len(p.Version.Evidence) > 0 {
		if pinned := version.MinorOfOne(p.Version.Value); pinned >= oldestGo && pinned >= least {
			return pinned, p.Version.Evidence[0]
		}
		why = cmp.Or(why, p.Version.Evidence[0])
	}
	if least >= oldestGo {
		return least, why
	}
	return newestGo, why
}

// leastRelease is the newest release that a module of the build asks for.
func leastRelease(p *language.Project) (int, finding.Evidence) {
	home, root := homeOf(p.Folder)
	ofHome := func() (least asked) {
		for _, name := range slices.Sorted(maps.Keys(home)) {
			least.module(home[name])
		}
		return least
	}
	least := asked{}
	if root == nil {
		least = ofHome()
	} else {
		least = language.Once(root, "go.least", ofHome)
	}
	least.module(p.Folder)
	if root, ok := workAbove(p.Folder); ok {
		work, _ := language.Parse(root, "go.work", gomod.ParseWork)
		least.take(root, "go.work_directive", "go.work", work.Go, work.GoLine)
		least.take(root, "go.work_toolchain", "go.work", work.Toolchain, work.ToolchainLine)
	}
	return least.minor, least.why
}

// asked is the newest release that was asked for so far, and where.
type asked struct {
	minor int
	why   finding.Evidence
}

func (r *asked) take(f *language.Folder, rule, file, text string, line int) {
	if n := version.MinorOfOne(text); n > r.minor {
		r.minor, r.why = n, f.Evidence(rule, file, line, text)
	}
}

func (r *asked) module(f *language.Folder) {
	if mod, ok := language.Parse(f, "go.mod", gomod.ParseModule); ok {
		r.take(f, "go.directive", "go.mod", mod.Go, mod.GoLine)
		r.take(f, "go.toolchain", "go.mod", mod.Toolchain, mod.ToolchainLine)
	}
}

// outdated are modules that releases of Go newer than most cannot build, or link,
// in versions from since to before fixed. Each was tried with the release after most.
var outdated = []struct {
	path         string
	since, fixed string // since itself is one of them, fixed is not; "": any
	most         int
}{
	{"github.com/lucas-clemente/quic-go", "", "", 19},                  // "can't be built on Go 1.20 yet"
	{"github.com/quic-go/quic-go", "", "v0.37.7", 20},                  // the same; types of crypto/tls that changed
	{"github.com/bytedance/sonic", "", "v1.12.0", 22},                  // links to names of the runtime that are private since 1.23
	{"golang.org/x/tools", "v0.7.0", "v0.24.1", 24},                    // internal/tokeninternal: invalid array length
	{"golang.org/x/tools", "v0.25.0", "v0.26.0", 24},                   // the same
	{"github.com/bytedance/sonic", "v1.12.0", "v1.15.0", newestGo - 2}, // encoding/json's and the runtime's private names
}

// mostRelease is the newest release that builds all required modules.
func mostRelease(p *language.Project) (minor int, why finding.Evidence) {
	minor = newestGo
	mod, _ := language.Parse(p.Folder, "go.mod", gomod.ParseModule)
	for _, r := range mod.Requires {
		for _, o := range outdated {
			if r.Path != o.path || o.most >= minor {
				continue
			}
			if (o.since == "" || semver.Compare(r.Version, o.since) >= 0) && (o.fixed == "" || semver.Compare(r.Version, o.fixed) < 0) {
				minor, why = o.most, p.Evidence("go.outdated_module", "go.mod", r.Line, r.Path+" "+r.Version)
			}
		}
	}
	return minor, why
}
