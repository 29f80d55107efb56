package jvm

import (
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/lenient"
)

// prefix is the path that all routes stand below: Spring's and Micronaut's
// context path, Quarkus' root path with that of its REST resources, the mapping
// of the servlet that dispatches to JAX-RS resources (Jakarta RESTful Web
// Services, "Publication", servlets).
func prefix(p *language.Project) string {
	folder := p.Folder
	if m, ok := target(p); ok {
		folder = m.folder
	}
	whole := ""
	for _, keys := range [][]string{
		{"server.servlet.context-path", "server.servlet.contextPath", "server.context-path",
			"spring.webflux.base-path", "micronaut.server.context-path", "quarkus.http.root-path"},
		{"spring.mvc.servlet.path", "quarkus.rest.path", "quarkus.resteasy.path"},
	} {
		if v, ok := configured(folder, keys...); ok && !strings.ContainsAny(v.text, "${}") {
			whole += slashed(v.text)
		}
	}
	return whole + dispatched(folder)
}

// slashed writes a path with a slash in front and none behind.
func slashed(text string) string {
	if text = strings.Trim(text, "/ "); text == "" {
		return ""
	}
	return "/" + text
}

// dispatched finds what web.xml maps a servlet of a JAX-RS implementation to.
func dispatched(f *language.Folder) string {
	top, ok := language.Parse(f, "src/main/webapp/WEB-INF/web.xml", lenient.ParseXML)
	if !ok {
		return ""
	}
	for _, servlet := range top.All("servlet") {
		class := text(servlet, "servlet-class")
		if !strings.Contains(class, "jersey") && !strings.Contains(class, "resteasy") && !strings.Contains(class, "cxf") && text(servlet, "servlet-name") != "jakarta.ws.rs.core.Application" {
			continue
		}
		for _, mapping := range top.All("servlet-mapping") {
			if text(mapping, "servlet-name") == text(servlet, "servlet-name") {
				return slashed(strings.TrimSuffix(text(mapping, "url-pattern"), "*"))
			}
		}
	}
	return ""
}

func text(e *lenient.Element, name string) string {
	for _, child := range e.All(name) {
		return child.Text
	}
	return ""
}
