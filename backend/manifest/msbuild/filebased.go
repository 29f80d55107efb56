package msbuild

import "strings"

// ParseFileBased reads the directives of a file-based C# program (.NET 10):
// lines at its beginning that start with #:, as in
//
//	#:sdk Microsoft.NET.Sdk.Web
//	#:property PublishAot=false
//	#:package Humanizer@2.14.1
//	#:project ../Lib
//
// The result is shaped like a project file. It never fails.
func ParseFileBased(content string) (Project, error) {
	b := Project{Properties: map[string]Value{}, Line: 1}
	for i, line := range strings.Split(strings.TrimPrefix(content, "\ufeff"), "\n") {
		line = strings.TrimSpace(line)
		directive, ok := strings.CutPrefix(line, "#:")
		if !ok {
			if line == "" || strings.HasPrefix(line, "#!") || strings.HasPrefix(line, "//") {
				continue
			}
			break
		}
		word, rest, _ := strings.Cut(directive, " ")
		rest = strings.TrimSpace(rest)
		name, value, _ := strings.Cut(rest, "@")
		switch word {
		case "sdk":
			b.SDKs, b.SDKLine = append(b.SDKs, name), i+1
		case "package":
			b.Packages = append(b.Packages, Item{name, value, i + 1})
		case "project":
			b.Projects = append(b.Projects, Item{Name: strings.ReplaceAll(rest, "\\", "/"), Line: i + 1})
		case "property":
			key, text, ok := strings.Cut(rest, "=")
			if !ok {
				key, text, _ = strings.Cut(rest, " ")
			}
			b.Properties[strings.ToLower(strings.TrimSpace(key))] = Value{Text: strings.TrimSpace(text), Line: i + 1}
		}
	}
	return b, nil
}
