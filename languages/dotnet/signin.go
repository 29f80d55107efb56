package dotnet

import (
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/signin"
)

// https://learn.microsoft.com/nuget/reference/nuget-config-file#using-environment-variables
const nugetReference = language.Pattern(`%([A-Za-z_]\w*)%`)

// signsIn lists what NuGet signs in with. Its file is found in any case.
func signsIn(f *language.Folder) (out []signin.Secret) {
	for _, name := range f.Files() {
		if !strings.EqualFold(name, "nuget.config") {
			continue
		}
		out = append(out, signin.File(f, name, "nuget-config", name)...)
		text, _ := signin.Text(f, name)
		for _, r := range signin.References(text, nugetReference) {
			out = append(out, signin.Variable(f, name, r.Line, r.Name, "named by NuGet's settings", true))
		}
	}
	return out
}
