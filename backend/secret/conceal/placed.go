package conceal

import (
	"path"
	"regexp"
	"strings"
	"sync"

	"aipack/backend/secret/credential"
)

// placed finds values that are secrets for where they stand: below a key that says so,
// in the variables of a container, in a Secret of Kubernetes, behind the name of a
// variable on the line before.
func placed(name, text string) Spans {
	if strings.EqualFold(path.Ext(name), ".json") || strings.HasPrefix(strings.TrimLeft(text, " \t\r\n\ufeff"), "{") {
		if out, ok := inJSON(text); ok {
			return out
		}
	}
	out := quotedBlocks(text)
	if credential.Source(name) {
		return out
	}
	out = append(out, pairs(text)...)
	if strings.EqualFold(path.Ext(name), ".tf") || strings.EqualFold(path.Ext(name), ".hcl") {
		out = append(out, inHCL(text)...)
	}
	for start := 0; start < len(text); { // document by document: which of them is a Secret counts
		end := len(text)
		if i := strings.Index(text[start:], "\n---"); i >= 0 {
			end = start + i + 1
		}
		s := scanner{text: text[:end], at: start, secret: kubernetesSecret().MatchString(text[start:end]), spaced: spaced(name)}
		s.scan()
		out = append(out, s.found...)
		start = max(end, start+1)
		if end < len(text) {
			start = lineEnd(text, end) // the line of dashes
		}
	}
	return out
}

// spaced reports whether a file's settings may be a name, a blank and a value.
func spaced(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".conf", ".cfg", ".cnf", ".ini", ".config", ".rc", "":
		return true
	}
	return strings.HasSuffix(strings.ToLower(path.Base(name)), "rc")
}

var (
	kubernetesSecret = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)^[ \t-]*["']?kind["']?:[ \t]*["']?(?:Secret|SecretList|SealedSecret)["']?[ \t]*(?:#.*)?\r?$`)
	})
	// A key of YAML, INI, TOML or properties with its value.
	keyLine = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^([ \t]*)((?:-[ \t]+)*)["']?([A-Za-z_@/:.][\w.@:/-]*?)["']?(?:[ \t]*(?:=>?|:=)|[ \t]*:(?:[ \t]|$))[ \t]*`)
	})
	itemLine    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([ \t]*)-[ \t]+(.*)$`) })
	blockScalar = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:![\w!/.:-]+[ \t]+)?[|>][+-]?\d?[+-]?[ \t]*(?:#.*)?$`)
	})
	spacedLine = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^[ \t]*(?:[\w.-]+[ \t]+)*?((?:[\w-]+[-_])?(?:password|passwd|requirepass|masterauth|passphrase|secret|token|psk|community|auth-pass|key-string))[ \t]+(?:\d[ \t]+)?(\S{3,})[ \t]*$`)
	})
	pair = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)["']?\b(?:name|key|parameterkey|variable|env)["']?[ \t]*[:=][ \t]*["']?([A-Za-z_][\w.-]*)["']?[ \t]*,?\s*["']?(?:value|parametervalue|default|defaultvalue)["']?[ \t]*[:=][ \t]*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\n,}]+)`)
	})
	inline = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`["']?([A-Za-z_][\w.-]*)["']?[ \t]*[:=][ \t]*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^,}\]\n]+)`)
	})
	quoted3 = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`([A-Za-z_][\w.-]*)["']?[ \t]*[:=][ \t]*[a-zA-Z]{0,2}("""|'''|` + "`" + `|<<[-~]?["']?[A-Za-z_]+["']?[ \t]*\r?\n)`)
	})
)

// quotedBlocks finds values over several lines that a name tells of: in three quotes,
// in backquotes, in here-documents.
func quotedBlocks(text string) Spans {
	var out Spans
	if !marked(text, "\"\"\" ''' ` <<") {
		return nil
	}
	for at := 0; at < len(text); {
		m := quoted3().FindStringSubmatchIndex(text[at:])
		if m == nil {
			break
		}
		name, open, start := text[at+m[2]:at+m[3]], text[at+m[4]:at+m[5]], at+m[5]
		at = start
		if !secretName(name) {
			continue
		}
		end := len(text)
		if tag, here := strings.CutPrefix(open, "<<"); here {
			tag = strings.Trim(tag, "-~\"' \t\r\n")
			for i := start; i < len(text); i = lineEnd(text, i) + 1 {
				if strings.TrimSpace(text[i:lineEnd(text, i)]) == tag {
					end = i
					break
				}
			}
		} else if i := strings.Index(text[start:], open); i >= 0 {
			end = start + i
		}
		if v := text[start:end]; !harmless(v) && !reference(v) {
			out = append(out, Span{start, end, "named"})
		}
		at = end
	}
	return out
}

// pairs finds values that stand beside the name of a variable and not after it.
func pairs(text string) Spans {
	var out Spans
	if !marked(strings.ToLower(text), "value default") {
		return nil
	}
	for at := 0; at < len(text); {
		m := pair().FindStringSubmatchIndex(text[at:])
		if m == nil {
			break
		}
		if name := text[at+m[2] : at+m[3]]; besides(name) {
			out = append(out, variable(text, name, at+m[4], at+m[5])...)
		}
		at += m[3]
	}
	return out
}

// besides reports whether a name that stands beside its value is one of a variable, or
// says that it is secret: much else has a name and a value.
func besides(name string) bool {
	return secretName(name) || len(name) > 2 && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// variable decides about the value of a container's variable.
func variable(text, name string, start, end int) Spans {
	v := strings.TrimRight(text[start:end], " \t\r,")
	if i := strings.Index(v, " #"); i >= 0 && !strings.HasPrefix(v, `"`) && !strings.HasPrefix(v, "'") {
		v = strings.TrimRight(v[:i], " \t")
	}
	return envValue(text, name, start, start+len(v), true)
}

var (
	hclVariable = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^[ \t]*variable[ \t]+"([^"\n]+)"[ \t]*\{`) })
	hclDefault  = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)^[ \t]*default[ \t]*=[ \t]*("(?:[^"\\\n]|\\.)*")`)
	})
)

// inHCL finds what a variable of Terraform is, where its name or its being marked as
// sensitive says that it is secret.
func inHCL(text string) Spans {
	var out Spans
	all := hclVariable().FindAllStringSubmatchIndex(text, -1)
	for i, m := range all {
		end := len(text)
		if i+1 < len(all) {
			end = all[i+1][0]
		}
		body := text[m[1]:end]
		if !secretName(text[m[2]:m[3]]) && !strings.Contains(body, "sensitive") {
			continue
		}
		if d := hclDefault().FindStringSubmatchIndex(body); d != nil && d[3]-d[2] > 2 {
			out = append(out, Span{m[1] + d[2] + 1, m[1] + d[3] - 1, "named"})
		}
	}
	return out
}
