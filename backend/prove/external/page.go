package external

import (
	"regexp"
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Remark is what is odd about an answer that counts as good.
type Remark struct {
	Rule string // empty_page, welcome_page, directory_listing, error_page, front_end_missing
	Text string // in words
}

// Odd looks at a good answer for pages that are none of the program's own: what
// web servers and frameworks show while nothing is there, or something broke.
func (a Answer) Odd() (Remark, bool) {
	if a.Status < 200 || a.Status > 299 || a.Status == 204 || a.Status == 205 {
		return Remark{}, false
	}
	if strings.TrimSpace(a.Body) == "" {
		return Remark{"empty_page", a.What + " is answered with nothing at all."}, true
	}
	p := read(a.Body, a.HTML())
	for _, o := range odd() {
		if o.of == nil || o.of(p) {
			if said := o.says.FindString(p.head + "\n" + p.text); said != "" {
				return Remark{o.rule, a.What + " is answered with " + o.what + ": “" + clip(said) + "”."}, true
			}
		}
	}
	if p.files {
		return Remark{"directory_listing", a.What + " is answered with a list of files: “" + clip(p.text) + "”."}, true
	}
	if a.HTML() && p.text == "" && !p.drawn {
		return Remark{"empty_page", a.What + " is answered with a page that has nothing in it."}, true
	}
	return Remark{}, false
}

// page is what a reader sees of an answer.
type page struct {
	head  string // title and first heading, a line each
	text  string // what it shows, white space folded
	files bool   // it is one preformatted list of links, as Go's FileServer writes one
	drawn bool   // scripts, frames or pictures show something that text does not tell
}

// short reports whether a page says so little that one sentence of it is what
// it is about.
func short(p page) bool { return len(p.text) < 1500 }

type oddity struct {
	rule string
	what string
	says *regexp.Regexp // in the head's lines and the text
	of   func(page) bool
}

// odd lists such pages by the words of those who write them: nginx' and Apache
// httpd's, Tomcat's, Caddy's and Django's own first pages; the listings of
// Apache, nginx, Python's http.server, Node's serve-index and Go's FileServer; the error pages of
// PHP, Python, Spring, Rails, Next.js, ASP.NET and Werkzeug.
var odd = sync.OnceValue(func() []oddity {
	line := func(text string) *regexp.Regexp { return regexp.MustCompile(`(?im)` + text) }
	return []oddity{
		{"front_end_missing", "the word that its front end is missing", line(`[^.\n]{0,80}(?:no embed\w* (?:front-?end|ui|assets)|(?:front-?end|web ?ui|\bui\b|client|assets|dist|index\.html)[^.\n]{0,40}(?:(?:not|n't) (?:yet )?(?:been )?(?:built|found|embedded|compiled|bundled)|(?:is|are) missing)|\brun[^.\n]{0,20}(?:npm|yarn|pnpm|bun|make) (?:run )?build[^.\n]{0,20}\bfirst\b)[^.\n]{0,60}`), short},
		{"directory_listing", "a list of files", line(`^(?:index of /.*|directory listing for /.*|listing directory .*)$`), nil},
		{"welcome_page", "a web server's own first page", line(`^(?:welcome to nginx!?|apache2 \w+ default page.*|test page for the (?:apache|http|nginx).*|it works!|apache tomcat/[\d.]+|caddy works!?|the install worked successfully! congratulations!)$`), nil},
		{"error_page", "an error page with status 200", line(`^(?:whitelabel error page|action controller: exception caught|application error: a (?:client|server)-side exception.*|unhandled runtime error|whoops, looks like something went wrong.*|an unhandled exception occurred while processing the request.*|(?:error )?50[0-4](?:[: -]+(?:.*error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out))?|internal server error|.{0,80}// werkzeug debugger|cannot get /.*|page not found|404(?:[: -]+.*not found)?|not found)$`), short},
		{"error_page", "an error of the program with status 200",
			line(`(?:(?:PHP )?(?:fatal|parse) error ?: .{0,160}|traceback \(most recent call last\).{0,160}|uncaught (?:type|reference|syntax)?error: .{0,160})`),
			short},
	}
})

// mostShown is how much of a page is quoted.
const mostShown = 120

func clip(s string) string {
	s = strings.TrimSpace(s)
	if r := []rune(s); len(r) > mostShown {
		return string(r[:mostShown]) + "…"
	}
	return s
}

// read takes what a page shows out of its marks.
func read(body string, isHTML bool) page {
	if !isHTML {
		text := fold(body)
		first, _, _ := strings.Cut(strings.TrimSpace(body), "\n")
		return page{head: first, text: text}
	}
	root, err := html.Parse(strings.NewReader(body))
	if err != nil {
		return page{head: fold(body), text: fold(body), drawn: true}
	}
	var p page
	var text, head, linked strings.Builder
	walk(root, func(n *html.Node) bool {
		switch {
		case n.Type == html.TextNode:
			text.WriteString(n.Data + " ")
		case n.DataAtom == atom.Title, n.DataAtom == atom.H1, n.DataAtom == atom.H2:
			head.WriteString(fold(words(n)) + "\n")
			return n.DataAtom != atom.Title
		case n.DataAtom == atom.Pre:
			walk(n, func(n *html.Node) bool {
				if n.DataAtom == atom.A {
					linked.WriteString(words(n))
				}
				return true
			})
		case n.DataAtom == atom.Script, n.DataAtom == atom.Img, n.DataAtom == atom.Svg, n.DataAtom == atom.Canvas, n.DataAtom == atom.Iframe, n.DataAtom == atom.Video, n.DataAtom == atom.Object, n.DataAtom == atom.Meta && refreshes(n):
			p.drawn = true
			return n.DataAtom != atom.Script
		case n.DataAtom == atom.Style, n.DataAtom == atom.Noscript, n.DataAtom == atom.Template:
			return false
		}
		return true
	})
	p.head, p.text = head.String(), fold(text.String())
	p.files = p.text != "" && p.text == fold(linked.String())
	return p
}

// refreshes reports whether a <meta> leads to another page.
func refreshes(n *html.Node) bool {
	for _, a := range n.Attr {
		if a.Key == "http-equiv" && strings.EqualFold(a.Val, "refresh") {
			return true
		}
	}
	return false
}

// walk visits a tree; enter says whether a node's children are of interest.
func walk(n *html.Node, enter func(*html.Node) bool) {
	if !enter(n) {
		return
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		walk(c, enter)
	}
}

func words(n *html.Node) string {
	var b strings.Builder
	walk(n, func(n *html.Node) bool {
		if n.Type == html.TextNode {
			b.WriteString(n.Data + " ")
		}
		return true
	})
	return b.String()
}

func fold(s string) string { return strings.Join(strings.Fields(s), " ") }
