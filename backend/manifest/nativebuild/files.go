package nativebuild

import (
	"strconv"
	"strings"
)

// ParseMeson lists the calls of a meson.build.
func ParseMeson(content string) ([]Call, error) {
	return allCalls(readCalls(content, callStyle{lineComment: "#", single: true, triple: true, key: ':'})), nil
}

// ParseStarlark lists the calls of a Bazel BUILD, MODULE.bazel or WORKSPACE
// file, and of a conanfile or any other file of Python's shape.
func ParseStarlark(content string) ([]Call, error) {
	return allCalls(readCalls(content, callStyle{lineComment: "#", single: true, triple: true, key: '='})), nil
}

// ZigBuild is what build.zig says.
type ZigBuild struct {
	Executables []string // names given to addExecutable
	Links       []string // system libraries
	Modules     []string // names given to addModule: what others import
}

// ParseZigBuild reads the calls of build.zig.
func ParseZigBuild(content string) (ZigBuild, error) {
	var out ZigBuild
	for _, c := range allCalls(readCalls(content, callStyle{lineComment: "//", key: '='})) {
		switch c.Name {
		case "addExecutable":
			for _, a := range c.Args {
				out.Executables = appendNew(out.Executables, zigField(a.Text, ".name"))
			}
		case "addModule":
			out.Modules = appendNew(out.Modules, c.First())
		case "linkSystemLibrary":
			out.Links = append(out.Links, c.First())
		}
	}
	return out, nil
}

// zigField finds the string given to a field of a struct literal.
func zigField(literal, field string) string {
	for rest := literal; ; {
		i := strings.Index(rest, field)
		if i < 0 {
			return ""
		}
		rest = strings.TrimLeft(rest[i+len(field):], " \t")
		value, ok := strings.CutPrefix(rest, "=")
		if !ok {
			continue
		}
		if value = strings.TrimLeft(value, " \t\r\n"); strings.HasPrefix(value, `"`) {
			name, _, _ := strings.Cut(value[1:], `"`)
			return name
		}
	}
}

// ParseZon reads what build.zig.zon says of the least version of Zig, "" if
// nothing.
func ParseZon(content string) (string, error) {
	const field = ".minimum_zig_version"
	for _, line := range strings.Split(content, "\n") {
		line, _, _ = strings.Cut(line, "//")
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), field); ok {
			value := strings.Trim(rest, " \t=,\r")
			if unquoted, err := strconv.Unquote(value); err == nil {
				return unquoted, nil
			}
		}
	}
	return "", nil
}

// SwiftPackage is what Package.swift says.
type SwiftPackage struct {
	ToolsVersion string
	Name         string
	Executables  []string // executableTarget and .executable products
	Targets      []string // plain targets, executables in packages before 5.4 if they hold main.swift
	Dependencies []SwiftDependency
}

// SwiftDependency is one .package(...).
type SwiftDependency struct {
	Name    string // the repository's name
	URL     string
	Path    string // of a local package
	Version string
	Line    int
}

// ParseSwiftPackage reads Package.swift without evaluating it.
func ParseSwiftPackage(content string) (SwiftPackage, error) {
	var out SwiftPackage
	if first, _, _ := strings.Cut(content, "\n"); strings.HasPrefix(strings.TrimSpace(first), "//") {
		if _, version, ok := strings.Cut(first, "swift-tools-version:"); ok {
			version, _, _ = strings.Cut(strings.TrimSpace(version), ";")
			out.ToolsVersion = strings.TrimSpace(version)
		}
	}
	for _, c := range allCalls(readCalls(content, callStyle{lineComment: "//", triple: true, key: ':'})) {
		switch c.Name {
		case "Package":
			out.Name = c.Named("name")
		case "executableTarget", "executable":
			out.Executables = appendNew(out.Executables, c.Named("name"))
		case "target":
			if name := c.Named("name"); name != "" && (c.List("path") != nil || len(c.Args) > 1) {
				out.Targets = appendNew(out.Targets, name)
			}
		case "package":
			out.Dependencies = append(out.Dependencies, swiftDependency(c))
		}
	}
	return out, nil
}

func swiftDependency(c Call) SwiftDependency {
	d := SwiftDependency{URL: c.Named("url"), Path: c.Named("path"), Version: c.Named("from"), Line: c.Line}
	if d.Version == "" {
		d.Version = c.Named("exact")
	}
	name := d.URL
	if name == "" {
		name = d.Path
	}
	name = strings.TrimSuffix(strings.TrimRight(name, "/"), ".git")
	d.Name = name[strings.LastIndexByte(name, '/')+1:]
	return d
}

func appendNew(list []string, s string) []string {
	if s == "" {
		return list
	}
	for _, have := range list {
		if have == s {
			return list
		}
	}
	return append(list, s)
}
