package golang

import (
	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// sixth is a field of a program's settings for its own address in IPv6, with the
// variable that changes it: at first the loopback address, as in
// `default:"::1" env:"LISTEN_IPV6"`.
const (
	sixth     = language.Pattern(`\x60[^\x60]*\b(?:env)?[dD]efault:"\[?::1\]?"`)
	sixthName = language.Pattern(`\benv(?:config)?:"([A-Z][A-Z0-9_]*(?:LISTEN|BIND|HOST|ADDR|IP)[A-Z0-9_]*)["',]`)
)

// listensTwice lets a program that listens at an address of each family listen at
// the unspecified one of both. Go's listener at 0.0.0.0 takes both families
// (https://pkg.go.dev/net#Listen), so that [::1] at the same port is in use already;
// and where a container has no IPv6 there is no ::1 to listen at.
func listensTwice(p *language.Project, used []mainPackage, r *language.Recipe) {
	root := p.Reader().Folder(".")
	for _, m := range used {
		if !m.serves() {
			continue
		}
		for _, file := range m.files {
			content, _ := root.Text(file)
			at := root.AtCode("go.listens_in_ipv6", file, content, sixth)
			if at.Rule == "" {
				continue
			}
			if name := sixthName.Regexp().FindStringSubmatch(at.Excerpt); name != nil {
				r.Runtime.Environment[name[1]] = "::"
				r.Why = append(r.Why, language.Reason{Field: "/runtime/environment", Confidence: finding.Likely, Evidence: at})
			}
		}
	}
}
