package dotnet

import (
	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/nginx"
	"aipack/backend/universalbuild"
)

func start(p *language.Project) finding.Finding[language.Start] {
	d, ok := targetOf(p)
	if !ok {
		if published, ok := publishedIn(p.Folder); ok {
			return finding.Of(language.Start{Command: []string{"dotnet", published.name + ".dll"}},
				finding.Certain, p.Evidence("dotnet.published", published.name+".dll", 0, ""))
		}
		return finding.Finding[language.Start]{}
	}
	kind, why := d.kind()
	switch {
	case kind == wasm:
		return nginx.Start(why)
	case kind == functions:
		return finding.Of(language.Start{Command: []string{"/azure-functions-host/Microsoft.Azure.WebJobs.Script.WebHost"}}, finding.Likely, why)
	case kind == library || kind == test || kind == desktop || kind == legacy || kind == host:
		return finding.Finding[language.Start]{}
	}
	name, where := d.assembly(), why
	if _, named := d.property("assemblyname"); named.Rule != "" {
		where = named
	}
	if d.native() {
		return finding.Of(language.Start{Command: []string{"./" + name}}, finding.Certain, where)
	}
	return finding.Of(language.Start{Command: []string{"dotnet", name + ".dll"}}, finding.Certain, where)
}

const procfile = language.Pattern(`(?:^|[\s"'=])((?:[\w.-]+/)*bin/(?:\w+/)?publish)\b`)

// keepStart publishes where a Procfile looks for the program.
func (b build) keepStart(r *language.Recipe) {
	for _, word := range b.p.Start.Value.Command {
		if found := procfile.Regexp().FindStringSubmatch(word); found != nil {
			r.Runtime.Copy = append(r.Runtime.Copy, universalbuild.Copy{From: "publish", To: found[1]})
			return
		}
	}
}
