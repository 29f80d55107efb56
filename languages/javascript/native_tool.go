package javascript

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// compilers are the tools that packages with a native part install themselves with:
// they fetch a file that was compiled elsewhere, and compile it where there is none
// for this system, or its host cannot be reached (https://github.com/nodejs/node-gyp,
// https://github.com/mapbox/node-pre-gyp, https://github.com/prebuild/prebuild-install).
var compilers = []string{"prebuild-install", "@mapbox/node-pre-gyp", "node-pre-gyp", "node-gyp"}

// nativeTool finds such a tool in the lock: some package of the install needs it,
// whatever that one is called.
func (pl plan) nativeTool() string {
	return language.Once(pl.root, "node.native-tool."+pl.m.Lock, func() string {
		if pl.m.Lock == "" {
			return ""
		}
		text := pl.root.Head(pl.m.Lock, lockBytes)
		for _, tool := range compilers {
			if locks(text, tool) {
				return tool
			}
		}
		return ""
	})
}

// locked are what stands before and after a package's name in locks:
// package-lock.json's, those of yarn, those of pnpm from its first to its present
// format.
var locked = []struct{ before, after string }{
	{"node_modules/", `"`}, {"\n", "@"}, {"\n\"", "@"}, {"\n  ", "@"}, {"\n  '", "@"}, {"\n  /", "@"}, {"\n  /", "/"},
}

// locks reports whether a lock has a package. Locks are megabytes, and the name
// is rare in them.
func locks(text, name string) bool {
	for rest := text; ; {
		at := strings.Index(rest, name)
		if at < 0 {
			return false
		}
		before, after := text[:len(text)-len(rest)+at], rest[at+len(name):]
		for _, form := range locked {
			if strings.HasSuffix(before, form.before) && strings.HasPrefix(after, form.after) {
				return true
			}
		}
		rest = after
	}
}

// buildsNatives gives the build what compiles native parts.
func (pl plan) buildsNatives(r *language.Recipe) {
	tool := pl.nativeTool()
	if tool == "" || pl.onlyBun() {
		return
	}
	r.Build.SystemPackages = append(r.Build.SystemPackages, gyp...)
	r.Why = append(r.Why, language.Reason{Field: "/build/system_packages", Confidence: finding.Likely, Evidence: pl.root.At("node.native_tool", pl.m.Lock, tool)})
}
