package cause

import "strings"

// withCgo lets the build use C. An image without libc could not run it.
func withCgo(c circumstances) []Edit {
	image := c.Document.Runtime.BaseImage
	if c.Document.Build.Environment["CGO_ENABLED"] == "1" || image == "scratch" || strings.Contains(image, "static") || strings.Contains(image, "alpine") {
		return nil
	}
	return []Edit{withEnvironment("build", "CGO_ENABLED", "1")}
}

// goCauses are the go command's own words (cmd/go and go/build).
func goCauses() []way {
	return []way{
		{
			rule: "wrong_runtime_version", stages: "build", says: `(?:go\.mod|go\.work|\S+@\S+) requires go >= ([\d.]+\w*) \(running go ([\d.]+\w*)`,
			tell: func(c circumstances, m []string) explanation {
				return explanation{
					why: "The module wants Go " + m[1] + ", and the image has " + m[2] + ".",
					fix: "Choose a golang image of " + m[1] + " or newer.", edits: newerOnly(c, "golang", m[1]),
				}
			},
		},
		{
			rule: "wrong_runtime_version", stages: "build",
			says: `invalid go version '([^']+)': must match|go: errors parsing go\.mod:[\s\S]{0,200}?unknown directive: (toolchain|tool)` +
				`|note: module requires Go ([\d.]+)`, lines: 2,
			tell: func(c circumstances, m []string) explanation {
				what := firstNonEmpty(m[1:])
				wanted, ok := map[string]string{"toolchain": "1.21", "tool": "1.24"}[what] // the first that knows the line (go.dev/ref/mod)
				if !ok {
					wanted = what
				}
				return explanation{
					why: "go.mod is written for a newer Go than the image has (" + what + ").",
					fix: "Choose a golang image of the version that go.mod names.", edits: newerOnly(c, "golang", wanted),
				}
			},
		},
		{
			rule: "toolchain_download", fetches: true, stages: "build",
			says: `go: download (go[\d.]+\w*)[^\n]*: (?:reading |toolchain not available|Get |no such)[^\n]*`,
			tell: func(c circumstances, m []string) explanation {
				return explanation{
					why: "The image's Go is older than go.mod asks for, and the newer one (" + m[1] + ") cannot be downloaded.",
					fix: "Choose a golang image of the version that go.mod names.", edits: newerOnly(c, "golang", strings.TrimPrefix(m[1], "go")),
				}
			},
		},
		{
			rule: "module_not_found", fetches: true, stages: "build",
			says: `(?:go: )?(?:\S+\.go:\d+:\d+: )?(\S+?)@(?:\S+?): reading (https?://[^/\s]+)\S*: (\d{3} [^\n]*)`,
			why:  "The module proxy {2} does not give out {1}: {3}.",
			fix:  "Correct the module's name and version in go.mod; for a private one set GOPRIVATE and give the build a login as a secret mount.",
		},
		{
			rule: "module_not_found", fetches: true, stages: "build",
			says: `(?:go: )?(\S+?)(?:@\S+)?: (?:unrecognized import path|invalid version: (?:unknown revision|git ls-remote|git fetch))` +
				`|module (\S+): (?:git ls-remote|not found)|go: (\S+): no matching versions`,
			why: "The module {} cannot be had where its path points to.",
			fix: "Correct its name and version in go.mod; for a private one set GOPRIVATE and give the build a login as a secret mount.",
		},
		{
			rule: "lock_out_of_step", stages: "build",
			says: `missing go\.sum entry for|go: updates to go\.sum needed|inconsistent vendoring in` +
				`|no required module provides package (\S+?)[;:]|is explicitly required in go\.mod, but not marked as explicit in vendor`,
			tell: func(c circumstances, m []string) explanation {
				if strings.Contains(m[1], "/internal/") { // another module has none that can be imported: https://go.dev/doc/go1.4#internalpackages
					return explanation{
						why: "The project's own package " + m[1] + " is not in the repository: an earlier step has to write it.",
						fix: "Have the build run what writes it, as the project's own tasks do (go generate, sqlc, protoc), or commit it.",
					}
				}
				return explanation{
					why: "go.mod, go.sum or the vendor folder do not fit the code.",
					fix: "Run go mod tidy (and go mod vendor, where that folder is kept), and commit what it writes.", edits: option(c, "GOFLAGS", "-mod=mod"),
				}
			},
		},
	}
}

// goPackageCauses are what the compiler says of packages that are missing or
// need C.
func goPackageCauses() []way {
	return []way{
		{
			rule: "embed_missing", stages: "build", says: `^(\S+\.go:\d+:\d+): pattern (\S+): (?:no matching files found|cannot embed)`,
			why: "{1} embeds {2}, and nothing lies there: an earlier step has to write it, most often the front end's build.",
			fix: "Build what {2} holds before the Go program, or commit it.",
		},
		{
			rule: "build_tags", stages: "build", says: `build constraints exclude all Go files in (\S+)`,
			why: "Every Go file in {} is left out by its build constraints.",
			fix: "Build with the tag that they ask for (go build -tags …), with CGO_ENABLED=1 where they need cgo, or for the system that they are for.",
		},
		{
			rule: "no_go_files", stages: "build",
			says: `no Go files in (\S+)|stat (\S+): directory not found|(?:go: )?cannot find main module|go: go\.mod file not found` +
				`|directory (\S+) outside (?:available|main) module|package (?:\S+/\S+) is not a main package`,
			tell: func(_ circumstances, m []string) explanation {
				where := firstNonEmpty(m[1:])
				if where == "" {
					where = "the folder that is built"
				}
				return explanation{
					why: "There is no program of Go in " + where + ".",
					fix: "Correct the folder in the build command; it must hold package main, inside the module.",
				}
			},
		},
		{
			rule: "missing_module", stages: "build", says: `package (\S+) is not in (?:std|GOROOT)`,
			why: "{} is neither in the module nor in the image's standard library: the folder is missing, ignored, or of a newer Go.",
			fix: "Correct the import, or see that the folder is copied into the build.",
		},
		{
			rule: "cgo", stages: "build",
			says: `cgo: C compiler "([^"]+)" not found|requires cgo; (?:enable|Enable)|Binary was compiled with 'CGO_ENABLED=0'` +
				`|C source files not allowed when not using cgo`,
			tell: func(c circumstances, m []string) explanation {
				t := explanation{
					why: "A package needs cgo: a C compiler and CGO_ENABLED=1.",
					fix: "Build in the golang image that has gcc (not alpine) with CGO_ENABLED=1, or use a package without C.", edits: withCgo(c),
				}
				if m[1] != "" {
					t.edits = addPackage(c, "build-essential")
				}
				return t
			},
		},
		{
			rule: "cgo", stages: "start health", says: `Binary was compiled with 'CGO_ENABLED=0'[^\n]*|requires cgo to work`,
			tell: func(c circumstances, _ []string) explanation {
				return explanation{
					why: "A package of the program needs cgo, and it was built without.",
					fix: "Build with CGO_ENABLED=1 and a C compiler, or use a package without C (for SQLite: modernc.org/sqlite).", edits: withCgo(c),
				}
			},
		},
		{
			rule: "needs_compiler", stages: "start health", says: `exec: "(go|node|npm|pnpm|yarn|cargo|javac|mvn)": executable file not found in \$PATH`,
			why: "The program calls {} when it runs, and the runtime image has none.", fix: "Let the program do without it, or choose a runtime image that holds it.",
		},
	}
}
