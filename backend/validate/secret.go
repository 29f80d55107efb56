package validate

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"aipack/backend/universalbuild"
)

// tokens are secrets that show by their form. The forms are the providers'
// own: prefixes that they document so that scanners find them.
var tokens = []struct{ name, pattern string }{
	{"a private key", `-----BEGIN [A-Z ]*PRIVATE KEY-----`},
	{"an AWS access key", `\b(AKIA|ASIA)[A-Z2-7]{16}\b`},
	{"a GitHub token", `\b(gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,})`},
	{"a GitLab token", `\bglpat-[A-Za-z0-9_-]{20,}`},
	{"an npm token", `\bnpm_[A-Za-z0-9]{36}\b`},
	{"a PyPI token", `\bpypi-AgE[A-Za-z0-9_-]{50,}`},
	{"a Slack token", `\bxox[abposr]-[A-Za-z0-9-]{10,}`},
	{"a Stripe key", `\b[sr]k_live_[A-Za-z0-9]{16,}`},
	{"an OpenAI key", `\bsk-(proj-|svcacct-)?[A-Za-z0-9_-]{32,}`},
	{"an Anthropic key", `\bsk-ant-[A-Za-z0-9_-]{20,}`},
	{"a Google API key", `\bAIza[A-Za-z0-9_-]{35}\b`},
	{"a Docker Hub token", `\bdckr_pat_[A-Za-z0-9_-]{20,}`},
	{"a SendGrid key", `\bSG\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}`},
	{"a JSON Web Token", `\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}`},
	{"a password in a URL", `\b[a-z][a-z0-9+.-]*://[^\s:/@$<{]+:[^\s:/@$<{*]{6,}@[^\s@/]+`},
}

var tokenPatterns = sync.OnceValue(func() []*regexp.Regexp {
	list := make([]*regexp.Regexp, len(tokens))
	for i, t := range tokens {
		list[i] = regexp.MustCompile(t.pattern)
	}
	return list
})

// secretIn names the kind of secret that a text holds, "" for none.
func secretIn(s string) string {
	for i, re := range tokenPatterns() {
		if found := re.FindString(s); found != "" && !(tokens[i].name == "a password in a URL" && local(found)) {
			return tokens[i].name
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
