package language

import (
	"slices"
	"strings"
)

// asideFolders are names of folders whose projects show or test the product, or are
// what it once was, and are not part of it.
var asideFolders = map[string]bool{
	"example": true, "examples": true, "sample": true, "samples": true, "demo": true, "demos": true,
	"test": true, "tests": true, "playwright": true, "cypress": true, ".devcontainer": true,
	"testing": true, "testdata": true, "__tests__": true, "spec": true, "specs": true,
	"fixture": true, "fixtures": true, "e2e": true, "integration-tests": true, "bench": true, "benchmark": true, "benchmarks": true,
	"fuzz": true, "fuzzer": true, "fuzzers": true, "fuzzing": true,
	"doc": true, "docs": true, "documentation": true, "website": true, "playground": true, "playgrounds": true,
	"template": true, "templates": true, "boilerplate": true, "third_party": true, "third-party": true,
	"tools": true, "tool": true, "scripts": true, "hack": true, "ci": true, "snippets": true,
	"backups": true, "archived": true, "deprecated": true, "obsolete": true, "unused": true, "not_in_use": true, "old": true, "attic": true,
}

// asideName knows a folder by its name, by the end of it, push-examples, or by
// its beginning: dev-proxy serves those who work on the product.
func asideName(name string) bool {
	name = strings.TrimPrefix(strings.ToLower(name), "_") // _examples: what Go leaves out
	if i := strings.LastIndexAny(name, "-_"); i > 0 && asideEnds[name[i+1:]] {
		return true
	}
	return asideFolders[name] || strings.HasPrefix(name, "dev-")
}

var asideEnds = map[string]bool{"example": true, "examples": true, "sample": true, "samples": true, "docs": true, "fixtures": true, "benchmarks": true}

// appFolders are where monorepos keep what is deployed.
var appFolders = map[string]bool{"apps": true, "services": true}

// InAppFolder reports whether a folder lies where a monorepo keeps what is deployed.
func InAppFolder(dir string) bool {
	parts := strings.Split(dir, "/")
	return len(parts) > 1 && slices.ContainsFunc(parts[:len(parts)-1], func(part string) bool { return appFolders[part] })
}

// BesideProduct reports whether a folder holds what shows or tests the product, or
// what it once was, and is no part of it, and which of its names says so.
func BesideProduct(dir string) (string, bool) {
	parts := strings.Split(dir, "/")
	for i, part := range parts {
		if i > 0 && appFolders[parts[i-1]] && !strings.HasPrefix(part, ".") {
			continue // apps/docs is an application about the product, not a leaflet
		}
		if asideName(part) {
			return part, true
		}
	}
	return "", false
}
