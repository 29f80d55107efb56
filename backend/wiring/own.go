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
	case last == "email", strings.HasSuffix(joined, "mail_from"), strings.HasSuffix(joined, "email_from"), strings.HasSuffix(joined, "from_address"), strings.HasSuffix(joined, "email_address"):
		return "admin@example.com", true
	}
	return plain(parts, last)
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
	case last == "enabled", last == "debug", parts[0] == "enable" && len(parts) > 1, parts[0] == "disable" && len(parts) > 1:
		return "false", true
	case len(parts) > 1 && last == "username", joined == "admin_user", joined == "admin_name":
		return "admin", true
	}
	return "", false
}
