package wiring

import (
	"slices"
	"strings"
)

// ours are the words before _URL that mean the address under which the program
// itself is reached, and can mean nothing else. NextAuth and Better Auth name
// theirs in their documentation.
var ours = words("app base public site root external host website application instance self nextauth domain canonical")

// own gives a value to a variable that asks for the program's own address, or
// for something that a standard settles.
func (p Plan) own(name string) (string, bool) {
	parts := wordsOf(name)
	joined := strings.Join(parts, "_")
	last := parts[len(parts)-1]
	_, self := p.speaksOf(name)
	switch {
	case strings.HasSuffix(joined, "allowed_hosts"), strings.HasSuffix(joined, "trusted_hosts"):
		return "localhost,127.0.0.1,{self.name}", true
	case strings.HasSuffix(joined, "origins"), last == "origin", strings.HasSuffix(joined, "cors_allow"):
		return p.front(), true
	case (last == "url" || last == "uri") && (len(parts) == 1 || self || ours[parts[len(parts)-2]] || joined == "better_auth_url"):
		return "{self.url}", true
	case last == "domain", joined == "server_name", joined == "phx_host", joined == "virtual_host", joined == "app_host", joined == "public_host":
		return "{self.host}", true
	case last == "name" && slices.Contains([]string{"project", "app", "application", "site", "service"}, parts[max(0, len(parts)-2)]):
		return "{self.name}", true
	case last == "timezone", joined == "time_zone":
		return "UTC", true
	case last == "algorithm" && (len(parts) == 1 || parts[0] == "jwt" || parts[0] == "token"):
		return "HS256", true // RFC 7518, 3.1: the one that every implementation has
	}
	return "", false
}

// front is where browsers get the pages that call the program: the one front end
// of the plan, else the program itself.
func (p Plan) front() string {
	if pages := p.Neighbours.with(front, p.ID); len(pages) == 1 {
		return "{service:" + pages[0].Path + ".published}"
	}
	return "{self.url}"
}

// listens reports whether a name asks for the address on which the program
// listens: in a container that is every one.
func listens(name string) bool {
	return slices.Contains([]string{
		"host", "service_host", "server_host", "http_host", "api_host", "bind", "bind_host",
		"bind_address", "listen_host", "listen_address",
	}, strings.Join(wordsOf(name), "_"))
}

// sender reports whether a name asks for an address of mail.
func sender(parts []string) bool {
	joined := strings.Join(parts, "_")
	return parts[len(parts)-1] == "email" || slices.ContainsFunc([]string{
		"mail_from", "email_from", "from_address", "email_address", "mail_default_email",
	}, func(end string) bool { return strings.HasSuffix(joined, end) })
}
