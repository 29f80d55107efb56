package jvm

import (
	"strings"

	"aipack/backend/language"
)

// boundBy is the key that says on which address a framework's server listens, and the
// variable that goes before every file. Without either all of them listen on every address.
var boundBy = map[string][2]string{
	"Spring Boot": {"server.address", "SERVER_ADDRESS"},               // docs.spring.io, "Common Application Properties"; "Binding From Environment Variables"
	"Quarkus":     {"quarkus.http.host", "QUARKUS_HTTP_HOST"},         // quarkus.io/guides/all-config
	"Micronaut":   {"micronaut.server.host", "MICRONAUT_SERVER_HOST"}, // docs.micronaut.io, HttpServerConfiguration; "Property Sources"
}

// address is what a framework's own configuration binds its server to, which an
// application server does not read.
func address(p *language.Project) language.Address {
	by, known := boundBy[p.Framework.Value]
	if !known || !strings.Contains(strings.Join(p.Start.Value.Command, " "), "java") {
		return language.Address{}
	}
	folder := p.Folder
	if m, ok := target(p); ok {
		folder = m.folder
	}
	v, ok := configured(folder, by[0])
	if !ok || v.text != "localhost" && v.text != "::1" && !strings.HasPrefix(v.text, "127.") {
		return language.Address{}
	}
	return language.Address{Host: v.text, HostVariable: by[1], HostOnly: true, Why: v.where}
}
