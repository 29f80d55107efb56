package external

import (
	"encoding/json"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Descriptions are where frameworks describe what they serve unless they are
// told otherwise: FastAPI (openapi_url) and Huma, springdoc
// (springdoc.api-docs.path), Litestar (OpenAPIConfig.path), swaggo's handlers.
var Descriptions = []string{"/openapi.json", "/v3/api-docs", "/schema/openapi.json", "/swagger/doc.json"}

// Links are the pages of the service that an answer leads to, in its order: the
// links of a page, or, of a description in OpenAPI, the paths that may be asked
// with GET and need nothing to be known.
func (a Answer) Links() []string {
	if a.Status < 200 || a.Status > 299 {
		return nil
	}
	list := described(a.Body)
	if a.HTML() {
		list = linked(a.Body, strings.TrimPrefix(a.What, "GET "))
	}
	return slices.DeleteFunc(list, func(p string) bool { return !Askable(p) })
}

// ends is what a path says that does more than answer, though GET is to change
// nothing (RFC 9110, 9.2.1).
var ends = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)log-?_?(?:out|off)|sign-?_?(?:out|off)|delete|remove|destroy|shut-?_?down|quit|exit|stop|kill|restart|reset|clear|purge|flush`)
})

// Askable reports whether a path can be asked as it stands, and says of itself
// that it only answers.
func Askable(p string) bool {
	return strings.HasPrefix(p, "/") && !strings.HasPrefix(p, "//") && !strings.ContainsAny(p, ":{}<>*$()[]?#%\\|^ \"'\r\n\t") && len(p) < 200 && !ends().MatchString(p)
}

// linked are the links of a page that stay on its server.
func linked(body, at string) (list []string) {
	base, err := url.Parse(at)
	root, bad := html.Parse(strings.NewReader(body))
	if err != nil || bad != nil {
		return nil
	}
	walk(root, func(n *html.Node) bool {
		if n.DataAtom != atom.A {
			return true
		}
		for _, attribute := range n.Attr {
			to, err := base.Parse(strings.TrimSpace(attribute.Val))
			if attribute.Key != "href" || err != nil || to.Host != "" || to.Scheme != "" || to.RawQuery != "" {
				continue
			}
			list = append(list, to.Path)
		}
		return true
	})
	return list
}

// described are the paths of a description in OpenAPI 3 or Swagger 2 that GET
// asks without anything that has to be known.
func described(body string) (list []string) {
	type parameter struct {
		Required bool `json:"required"`
	}
	var d struct {
		BasePath string `json:"basePath"`
		Servers  []struct {
			URL string `json:"url"`
		} `json:"servers"`
		Paths map[string]struct {
			Parameters []parameter `json:"parameters"`
			Get        *struct {
				Parameters []parameter `json:"parameters"`
			} `json:"get"`
		} `json:"paths"`
	}
	if json.Unmarshal([]byte(body), &d) != nil {
		return nil
	}
	base := d.BasePath
	if len(d.Servers) > 0 {
		if to, err := url.Parse(d.Servers[0].URL); err == nil {
			base = to.Path
		}
	}
	required := func(p parameter) bool { return p.Required }
	for route, one := range d.Paths {
		if one.Get != nil && !slices.ContainsFunc(one.Parameters, required) && !slices.ContainsFunc(one.Get.Parameters, required) {
			full := path.Join("/", base, route)
			if strings.HasSuffix(route, "/") && full != "/" {
				full += "/"
			}
			list = append(list, full)
		}
	}
	slices.Sort(list)
	return list
}
