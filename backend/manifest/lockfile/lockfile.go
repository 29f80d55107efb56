// Package lockfile is the registry of lock files: which there are, whose they are, and
// which packages they pin. A lock file is a file here, and a line in All. Packages that
// lie in the project itself are nobody's package and are not listed.
package lockfile

import "slices"

// File is what is known of one lock file.
type File struct {
	Name      string // package-lock.json
	Manifest  string // of which it is written: package.json; "" where several are, or it is written by hand
	Manager   string // who writes it: npm
	Ecosystem string // node: whoever has one lock file of an ecosystem needs no other
	PURL      string // type of a package URL: npm, golang, cargo, gem, composer, pypi, hex, nuget, maven

	// Read lists the packages that a text pins, in any order. left counts entries
	// that name no version. The error is for a text that is no such file. nil: nobody
	// here reads it.
	Read func(text string) (list []Package, left int, err error)
}

// Package is one package at one version.
type Package struct{ Name, Version string }

// All are the lock files that are read.
var All = []File{
	packageLock, shrinkwrap, yarnLock, pnpmLock,
	goSum, cargoLock,
	poetryLock, uvLock, pdmLock, pipfileLock, requirements,
	gemfileLock, composerLock, mixLock, nugetLock, gradleLock,
}

// Unread are lock files that nobody here reads.
var Unread = []File{
	{Name: "bun.lock", Manifest: "package.json", Manager: "bun", Ecosystem: "bun", PURL: "npm"},
	{Name: "bun.lockb", Manifest: "package.json", Manager: "bun", Ecosystem: "bun", PURL: "npm"},
	{Name: "deno.lock", Manifest: "deno.json", Manager: "deno", Ecosystem: "deno", PURL: "npm"},
}

// WrittenOf are the names of the lock files that are written of a manifest.
func WrittenOf(manifest string) (names []string) {
	for _, f := range slices.Concat(All, Unread) {
		if f.Manifest == manifest {
			names = append(names, f.Name)
		}
	}
	return names
}

// Of gives a lock file by its name.
func Of(name string) (File, bool) {
	for _, f := range All {
		if f.Name == name {
			return f, true
		}
	}
	return File{}, false
}
