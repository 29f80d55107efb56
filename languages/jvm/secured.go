package jvm

import (
	"strings"

	"aipack/backend/language"
)

const (
	// permitted are the paths that Spring Security's rules let everybody ask
	// (https://docs.spring.io/spring-security/reference/servlet/authorization/authorize-http-requests.html).
	permitted language.Pattern = `(?s)[mM]atchers\(((?:[^()]|\([^()]*\))*)\)\s*\.permitAll\b`
	// restDenied says that all others are for those who have signed in.
	restDenied language.Pattern = `any(?:Request|Exchange)\(\)\s*\.(?:authenticated|fullyAuthenticated|hasRole|hasAuthority|hasAnyRole|hasAnyAuthority|denyAll)\b`
	// chain is one rule of Apache Shiro's filters (https://shiro.apache.org/web.html#urls-).
	chain       language.Pattern = `\.(?:put|addPathDefinition)\(\s*"(/[^"]*)"\s*,\s*"(\w+)`
	quotedPath  language.Pattern = `"(/[^"\n]*)"`
	onlyLiteral language.Pattern = `^(?:\s|,|"[^"\n]*"|HttpMethod\.\w+|(?:\w+\.)?antMatcher\(|\))*$`
)

// guarded reports whether a path is answered only to those who have signed in, by the
// rules that the program has for Spring Security or Apache Shiro. Where a rule names its
// paths otherwise than by texts nobody is sure, and it is not.
func guarded(p *language.Project, path string) bool {
	m, ok := target(p)
	if !ok {
		return false
	}
	if _, ok := language.FirstDeclared(m.deps, "org.springframework.boot:spring-boot-starter-security", "org.springframework.security:*", "org.apache.shiro:*"); !ok {
		return false
	}
	denied := false
	for _, name := range sourcesIn(m.folder, ".java", ".kt") {
		if !securityFile.Matches(name) {
			continue
		}
		text, _ := m.folder.Text(name)
		switch {
		case strings.Contains(text, "HttpSecurity"):
			for _, rule := range permitted.Regexp().FindAllStringSubmatch(text, maxRules) {
				if !onlyLiteral.Matches(rule[1]) {
					return false
				}
				for _, q := range quotedPath.Regexp().FindAllStringSubmatch(rule[1], maxRules) {
					if antMatches(q[1], path) {
						return false
					}
				}
			}
			denied = denied || restDenied.Matches(text)
		case strings.Contains(text, "FilterChainDefinition"):
			for _, rule := range chain.Regexp().FindAllStringSubmatch(text, maxRules) {
				if antMatches(rule[1], path) { // the first that matches counts
					if rule[2] == "anon" {
						return false
					}
					denied = true
					break
				}
			}
		}
	}
	return denied
}

// securityFile is how files are called that hold such rules.
const securityFile language.Pattern = `(?:Secur|Shiro|Auth|Config|Filter)\w*\.\w+$`

// maxRules bounds the rules that are looked at.
const maxRules = 64

// antMatches reports whether a pattern of Ant matches a path, as far as such rules have
// them: whole paths, and all below one.
func antMatches(pattern, path string) bool {
	if base, ok := strings.CutSuffix(pattern, "/**"); ok {
		return path == base || strings.HasPrefix(path, base+"/")
	}
	if base, ok := strings.CutSuffix(pattern, "/*"); ok {
		rest, below := strings.CutPrefix(path, base+"/")
		return below && !strings.Contains(rest, "/")
	}
	return pattern == path
}
