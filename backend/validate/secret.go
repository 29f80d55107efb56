package validate

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"aipack/backend/universalbuild"
)

// token is a secret that shows by its form. Each text that its pattern matches
// holds one of the marks: looking for those first spares most texts, and most
// runs, the expressions.
type token struct {
	name    string
	marks   []string
	pattern func() *regexp.Regexp
}

// tokens have the providers' own forms: prefixes that they document so that
// scanners find them.
var tokens = sync.OnceValue(func() []token {
	form := func(name, pattern string, marks ...string) token {
		return token{name, marks, sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })}
	}
	return []token{
		form("a private key", `-----BEGIN [A-Z ]*PRIVATE KEY-----`, "PRIVATE KEY-----"),
		form("an AWS access key", `\b(AKIA|ASIA)[A-Z2-7]{16}\b`, "AKIA", "ASIA"),
		form("a GitHub token", `\b(gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,})`, "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
		form("a GitLab token", `\bglpat-[A-Za-z0-9_-]{20,}`, "glpat-"),
		form("an npm token", `\bnpm_[A-Za-z0-9]{36}\b`, "npm_"),
		form("a PyPI token", `\bpypi-AgE[A-Za-z0-9_-]{50,}`, "pypi-AgE"),
		form("a Slack token", `\bxox[abposr]-[A-Za-z0-9-]{10,}`, "xox"),
		form("a Stripe key", `\b[sr]k_live_[A-Za-z0-9]{16,}`, "k_live_"),
		form("an OpenAI key", `\bsk-(proj-|svcacct-)?[A-Za-z0-9_-]{32,}`, "sk-"),
		form("an Anthropic key", `\bsk-ant-[A-Za-z0-9_-]{20,}`, "sk-ant-"),
		form("a Google API key", `\bAIza[A-Za-z0-9_-]{35}\b`, "AIza"),
		form("a Docker Hub token", `\bdckr_pat_[A-Za-z0-9_-]{20,}`, "dckr_pat_"),
		form("a SendGrid key", `\bSG\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}`, "SG."),
		form("a JSON Web Token", `\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}`, ".eyJ"),
		form(passwordInURL, `\b[a-z][a-z0-9+.-]*://[^\s:/@$<{]+:[^\s:/@$<{*]{6,}@[^\s@/]+`, "://"),
	}
})

const passwordInURL = "a password in a URL"

// secretIn names the kind of secret that a text holds, "" for none.
func secretIn(s string) string {
	for _, t := range tokens() {
		if !slices.ContainsFunc(t.marks, func(m string) bool { return strings.Contains(s, m) }) {
			continue
		}
		if found := t.pattern().FindString(s); found != "" && !(t.name == passwordInURL && local(found)) {
			return t.name
		}
	}
	return ""
}

// local reports whether an address with a password is one of a desk or of a
// compose file: its password opens nothing.
func local(address string) bool {
	who, host, _ := strings.Cut(address, "@")
	if universalbuild.Placeholder(who[strings.LastIndexByte(who, ':')+1:]) {
		return true
	}
	return strings.HasPrefix(host, "localhost") || strings.HasPrefix(host, "127.0.0.1") || !strings.Contains(host, ".")
}

// secrets finds what must not be in an image: anyone who has the image can
// read its environment, its history and its files.
func secrets(c *Check) {
	b, r := c.Doc.Build, c.Doc.Runtime
	c.secretEnvironment("/build/environment", b.Environment, "It is taken as a build secret of the same name; remove the value.")
	c.secretEnvironment("/runtime/environment", r.Environment, "Remove the value and give it when the container is started.")
	for field, lines := range map[string][]string{
		"/build/pre_build_commands": b.PreBuildCommands, "/build/build_commands": b.BuildCommands, "/build/post_build_commands": b.PostBuildCommands,
		"/build/setup": b.Setup, "/runtime/setup": r.Setup, "/runtime/release": r.Release, "/runtime/command": r.Command, "/runtime/entrypoint": r.Entrypoint,
	} {
		for i, line := range lines {
			c.secret(at(field, i), line)
		}
	}
	for i, f := range r.Files {
		c.secret(at("/runtime/files", i)+"/content", f.Content)
	}
	for i, v := range r.Variables {
		c.secret(at("/runtime/variables", i)+"/default", v.Default)
		c.secret(at("/runtime/variables", i)+"/value", v.Value)
	}
}

func (c *Check) secret(at, text string) {
	if kind := secretIn(text); kind != "" {
		c.Fail(at, "This holds "+kind+".", "Take it out, revoke it, and give it as an environment variable when the container is started.")
	}
}

func (c *Check) secretEnvironment(field string, env map[string]string, fix string) {
	for _, name := range slices.Sorted(maps.Keys(env)) {
		at := field + "/" + universalbuild.Token(name)
		value := env[name]
		if kind := secretIn(value); kind != "" {
			c.Fail(at, "The value is "+kind+".", fix)
		} else if universalbuild.SecretName(name) && value != "" && !universalbuild.Placeholder(value) {
			c.Warn(at, "By its name the value is a secret; it is not written into the image.", fix)
		}
	}
}
