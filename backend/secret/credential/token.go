package credential

import (
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
	form := func(name, expression string, marks ...string) token { return token{name, marks, pattern(expression)} }
	return []token{
		form(aPrivateKey, `-----BEGIN [A-Z ]*PRIVATE KEY-----`, "PRIVATE KEY-----"),
		form("an AWS access key", `\b(AKIA|ASIA)[A-Z2-7]{16}\b`, "AKIA", "ASIA"),
		form("a GitHub token", `\b(gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,})`, "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
		form("a GitLab token", `\bglpat-[A-Za-z0-9_-]{20,}`, "glpat-"),
		form("an npm token", `\bnpm_[A-Za-z0-9]{36}\b`, "npm_"),
		form("a PyPI token", `\bpypi-AgE[A-Za-z0-9_-]{50,}`, "pypi-AgE"),
		form("a Slack token", `\bxox[abposr]-[A-Za-z0-9-]{10,}`, "xox"),
		form("a Stripe key", `\b[sr]k_live_[A-Za-z0-9]{16,}`, "k_live_"),
		form("an OpenAI key", `\bsk-(proj-|svcacct-)?[A-Za-z0-9_-]{32,}`, "sk-"),
		form("an Anthropic key", `\bsk-ant-[A-Za-z0-9_-]{20,}`, "sk-ant-"),
		form(GoogleKey, `\bAIza[A-Za-z0-9_-]{35}\b`, "AIza"),
		form("a Docker Hub token", `\bdckr_pat_[A-Za-z0-9_-]{20,}`, "dckr_pat_"),
		form("a SendGrid key", `\bSG\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}`, "SG."),
		form("a JSON Web Token", `\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}`, ".eyJ"),
		form(passwordInAddress, `\b[a-z][a-z0-9+.-]*://[^\s:/@$<{]+:[^\s:/@$<{*]{6,}@[^\s@/]+`, "://"),
	}
})

// GoogleKey is the kind of token of which pages hold one by design: Firebase's
// (https://firebase.google.com/docs/projects/api-keys).
const GoogleKey = "a Google API key"

const (
	aPrivateKey       = "a private key"
	passwordInAddress = "a password in a URL"
)

// Token names the kind of secret that a text holds by its form, and its line from
// 1; "" for none.
func Token(text string) (what string, line int) {
	for _, t := range tokens() {
		if !slices.ContainsFunc(t.marks, func(m string) bool { return strings.Contains(text, m) }) {
			continue
		}
		if at := t.pattern().FindStringIndex(text); at != nil && !(t.name == passwordInAddress && local(text[at[0]:at[1]])) {
			return t.name, lineAt(text, at[0])
		}
	}
	return "", 0
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
