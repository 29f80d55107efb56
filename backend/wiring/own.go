package wiring

import (
	"slices"
	"strings"
)

// ours are the words before _URL that mean the address under which the program
// itself is reached.
var ours = words("app base public site root external server host web website service application instance self frontend client nextauth auth better backend api domain canonical")

// own gives a plain value to a variable that asks for the program's own address
// or for something with one sensible answer.
func own(name string) (string, bool) {
	parts := wordsOf(name)
	joined := strings.Join(parts, "_")
	last := parts[len(parts)-1]
	switch {
	case strings.HasSuffix(joined, "allowed_hosts"), strings.HasSuffix(joined, "trusted_hosts"):
		return "localhost,127.0.0.1,{self.name}", true
	case strings.HasSuffix(joined, "origins"), last == "origin", strings.HasSuffix(joined, "cors_allow"):
		return "{self.url}", true
	case (last == "url" || last == "uri") && (len(parts) == 1 || ours[parts[len(parts)-2]]):
		return "{self.url}", true
	case last == "domain", joined == "server_name", joined == "phx_host", joined == "virtual_host", joined == "app_host", joined == "public_host":
		return "{self.host}", true
	}
	return plain(parts, last)
}

// listens reports whether a name asks for the address on which the program
// listens: in a container that is every one.
func listens(name string) bool {
	return slices.Contains([]string{"host", "service_host", "server_host", "http_host", "api_host", "bind", "bind_host", "bind_address", "listen_host", "listen_address"}, strings.Join(wordsOf(name), "_"))
}

// sender reports whether a name asks for an address of mail.
func sender(parts []string) bool {
	joined := strings.Join(parts, "_")
	return parts[len(parts)-1] == "email" || slices.ContainsFunc([]string{"mail_from", "email_from", "from_address", "email_address", "mail_default_email"}, func(end string) bool { return strings.HasSuffix(joined, end) })
}

func plain(parts []string, last string) (string, bool) {
	joined := strings.Join(parts, "_")
	switch {
	case slices.Contains([]string{"app_env", "environment", "env", "stage", "deploy_env", "go_env", "app_environment"}, joined):
		return "production", true
	case strings.HasSuffix(joined, "log_level"), last == "loglevel":
		return "info", true
	case last == "timezone", joined == "time_zone":
		return "UTC", true
	case strings.HasSuffix(joined, "expires_in"):
		return "1d", true // https://github.com/vercel/ms, as jsonwebtoken reads it
	case last == "enabled", last == "debug", last == "secure", last == "tls" && len(parts) > 1, parts[0] == "enable" && len(parts) > 1, parts[0] == "disable" && len(parts) > 1:
		return "false", true
	case len(parts) > 1 && last == "username", strings.HasSuffix(joined, "admin_user"), strings.HasSuffix(joined, "admin_name"), strings.HasSuffix(joined, "superuser_name"):
		return "admin", true
	case last == "name" && slices.Contains([]string{"project", "app", "application", "site", "service"}, parts[max(0, len(parts)-2)]):
		return "{self.name}", true
	case last == "algorithm" && (len(parts) == 1 || parts[0] == "jwt" || parts[0] == "token"):
		return "HS256", true // RFC 7518, 3.1: the one that every implementation has
	case slices.Contains(parts, "expire") || slices.Contains(parts, "expires") || slices.Contains(parts, "expiration") || slices.Contains(parts, "ttl") || slices.Contains(parts, "lifetime"):
		text, ok := map[string]string{"seconds": "3600", "minutes": "60", "hours": "24", "days": "7"}[last]
		return text, ok
	}
	return "", false
}
