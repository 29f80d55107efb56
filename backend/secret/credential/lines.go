package credential

import (
	"regexp"
	"strings"
)

// These find credentials in files of lines, by how the whole is laid out.

var (
	kubeKind    = pattern(`(?m)^kind:\s*Config\b`)
	secretKind  = pattern(`(?m)^kind:\s*Secret\b`)
	secretData  = pattern(`(?m)^(?:data|stringData):[ \t]*\n((?:[ \t]+.*(?:\n|$))+)`)
	dataLine    = pattern(`(?m)^[ \t]+[\w.-]+:[ \t]*(\S.*)$`)
	netrcEntry  = pattern(`(?m)^\s*(?:machine\s+\S+|default)\s+(?:\S+\s+\S+\s+)*?password\s+(\S+)`)
	pgpassLine  = pattern(`^[^:\s#]+:(?:\d{2,5}|\*):[^:\s]+:[^:\s]+:(\S+)$`)
	hashedLine  = pattern(`^[\w.@+-]+:((?:\$apr1\$|\$2[abxy]?\$|\$5\$|\$6\$|\$y\$|\{SHA\})\S+)`)
	gitLine     = pattern(`^https?://[^\s:/@]+:([^\s/@]+)@\S+$`)
	npmToken    = pattern(`(?m)^\s*(?://\S+|@\S+):_(?:authToken|auth|password)\s*=\s*(\S+)`)
	pypiServer  = pattern(`(?m)^\[(?:pypi|testpypi|distutils|server-login)\]`)
	awsSection  = pattern(`(?m)^\s*aws_secret_access_key\s*=\s*(\S+)`)
	wgSection   = pattern(`(?m)^\[Interface\]`)
	rcloneType  = pattern(`(?m)^type\s*=\s*\w+\s*$`)
	mysqlClient = pattern(`(?m)^\[(?:client|mysql|mysqldump)\]`)
)

func kubeconfig(text string) []Held {
	if !kubeKind().MatchString(text) || !strings.Contains(text, "clusters:") {
		return nil
	}
	return assigned(`token|password|client-key-data|id-token|refresh-token`)(text)
}

// kubernetesSecret finds values of a Secret that stand in it: not those that a
// template or a sealed secret brings.
func kubernetesSecret(text string) []Held {
	if !secretKind().MatchString(text) {
		return nil
	}
	var out []Held
	for _, m := range secretData().FindAllStringSubmatchIndex(text, mostHeld) {
		for _, h := range literals(text[m[2]:m[3]], dataLine()) {
			out = append(out, Held{h.Line + lineAt(text, m[2]) - 1, h.Value})
		}
	}
	return out
}

func awsProfile(text string) []Held { return literals(text, awsSection()) }

func netrc(text string) []Held { return literals(text, netrcEntry()) }

func npmSettings(text string) []Held { return literals(text, npmToken()) }

func pypirc(text string) []Held {
	if !pypiServer().MatchString(text) {
		return nil
	}
	return assigned(`password`)(text)
}

func nugetSettings(text string) []Held {
	if !strings.Contains(text, "packageSourceCredentials") {
		return nil
	}
	return nuget(text)
}

func wireguard(text string) []Held {
	if !wgSection().MatchString(text) {
		return nil
	}
	return assigned(`PrivateKey|PresharedKey`)(text)
}

func rclone(text string) []Held {
	if !rcloneType().MatchString(text) || !strings.Contains(text, "[") {
		return nil
	}
	return assigned(`pass|secret_access_key|token|client_secret|key|account_key`)(text)
}

func mysqlOptions(text string) []Held {
	if !mysqlClient().MatchString(text) {
		return nil
	}
	return assigned(`password`)(text)
}

// All lines of these are of one form.

func pgpass(text string) []Held         { return everyLine(text, pgpassLine()) }
func htpasswd(text string) []Held       { return everyLine(text, hashedLine()) }
func gitCredentials(text string) []Held { return everyLine(text, gitLine()) }

func everyLine(text string, form *regexp.Regexp) []Held {
	var out []Held
	n := 0
	for l := range strings.Lines(text) {
		n++
		l = strings.TrimSpace(l)
		if l == "" || strings.HasPrefix(l, "#") {
			continue
		}
		m := form.FindStringSubmatch(l)
		if m == nil {
			return nil
		}
		if len(out) < mostHeld {
			out = append(out, Held{n, m[1]})
		}
	}
	return out
}
