package golang

import (
	"testing"

	"aipack/backend/language/languagetest"
)

// An address in IPv6 of its own is the unspecified one in a container.
func TestListensInBothFamilies(t *testing.T) {
	for tag, want := range map[string]string{
		"`yaml:\"ipv6\" default:\"::1\" env:\"SHOP_LISTEN_IPV6\"`":       "::",
		"`env:\"SHOP_LISTEN_IPV6,notEmpty\" envDefault:\"[::1]\"`":       "::",
		"`yaml:\"ipv6\" default:\"::\" env:\"SHOP_LISTEN_IPV6\"`":        "",
		"`yaml:\"ipv6\" default:\"127.0.0.1\" env:\"SHOP_LISTEN_IPV6\"`": "",
		"`yaml:\"db\" default:\"::1\" env:\"SHOP_DATABASE\"`":            "",
		"`default:\"::1\"`": "",
	} {
		_, r := languagetest.Project(t, &Language, map[string]string{
			"go.mod":  "module example.org/x\n\ngo 1.25\n",
			"main.go": "package main\n\nimport \"net/http\"\n\ntype server struct {\n\tSix string " + tag + "\n}\n\nfunc main() { http.ListenAndServe(address(), nil) }\n",
		}, ".", "")
		if got := r.Runtime.Environment["SHOP_LISTEN_IPV6"]; got != want {
			t.Errorf("%s: %q, want %q", tag, got, want)
		}
	}
}
