package dotnet

import (
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// builtAddress is an address that a program of ASP.NET gives its host after that is
// built: ASPNETCORE_URLS does not count any more then
// (learn.microsoft.com/aspnet/core/fundamentals/minimal-apis, "Working with ports").
const builtAddress = language.Pattern(`\.(?:Run|RunAsync|Urls\.Add)\(\s*"https?://([^":/]+|\[[^"\]]+\])(?::(\d{2,5}))?/?"\s*\)`)

// endpoint is the variable whose address goes before all that the program says of
// itself, but for ports that it opens on Kestrel
// (learn.microsoft.com/aspnet/core/fundamentals/servers/kestrel/endpoints).
const endpoint = "Kestrel__Endpoints__Http__Url"

// mostSources is how many sources at the top of a project are looked at.
const mostSources = 40

// addressOf finds where the program itself says to listen.
func addressOf(f *language.Folder) (host string, port int, why finding.Evidence) {
	for i, name := range f.Glob("*.{cs,fs,vb}") {
		text, _ := f.Text(name)
		if i == mostSources {
			break
		}
		for n, line := range strings.Split(text, "\n") {
			m := builtAddress.Regexp().FindStringSubmatch(line)
			if m == nil || strings.HasPrefix(strings.TrimSpace(line), "//") {
				continue
			}
			port, err := strconv.Atoi(m[2])
			if err != nil {
				port = 80
			}
			return strings.Trim(m[1], "[]"), port, f.Evidence("dotnet.address", name, n+1, line)
		}
	}
	return "", 0, finding.Evidence{}
}

// address is told by Kestrel's own settings where the program names loopback.
func address(p *language.Project) language.Address {
	d, ok := targetOf(p)
	if !ok {
		return language.Address{}
	}
	host, _, why := addressOf(d.folder)
	if host == "" {
		return language.Address{}
	}
	return language.Address{Host: host, HostVariable: endpoint, HostForm: "http://0.0.0.0:{port}", Why: why}
}
