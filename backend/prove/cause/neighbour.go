package cause

import (
	"slices"
	"strconv"
	"strings"

	"aipack/backend/detect/backing"
)

// otherPorts are those of services that no plan has (their own documentation's
// defaults).
var otherPorts = map[string]string{
	"8500": "Consul", "8200": "Vault", "25": "a mail server", "587": "a mail server", "1025": "a mail server", "389": "an LDAP server",
	"1883": "an MQTT broker", "19530": "Milvus", "4317": "an OpenTelemetry collector", "4318": "an OpenTelemetry collector",
}

// onPort is the service that is known by a port, "" for none.
func onPort(port string) string {
	n, err := strconv.Atoi(port)
	if err != nil {
		return ""
	}
	for _, s := range backing.All() {
		if n == s.Port && !s.PortShared || slices.Contains(s.Ports, n) {
			return s.Title
		}
	}
	return otherPorts[port]
}

// hostTitle is the data service that a host name stands for; "" for none.
func hostTitle(host string) string {
	for _, s := range backing.All() {
		if s.Image != "" && (host == s.ID || slices.Contains(s.Hosts, host)) {
			return s.Title
		}
	}
	return ""
}

// neighbourCauses are services that a program needs beside it.
func neighbourCauses() []way {
	ways := []way{
		{
			rule: "neighbour_login", stages: "start health", tell: loginRefused,
			says: `password authentication failed for user "([^"]*)"|role "([^"]+)" does not exist` +
				`|no pg_hba\.conf entry[^\n]* user "([^"]*)"|Access denied for user '([^']*)'|WRONGPASS|NOAUTH` +
				`|AUTH[^\n]{0,40} called without any password configured|ACCESS_REFUSED` +
				`|SCRAM[^\n]*(?:password|authentication)[^\n]*(?:fail|must be)|client password must be a string`,
		},
		{
			rule: "database_missing", stages: "start health",
			says: `(?:FATAL:[^\n]*|: )database "([^"]+)" does not exist|Unknown database '([^']+)'|ER_BAD_DB_ERROR`, tell: databaseMissing,
		},
		{
			rule: "neighbour_tls", stages: "start health",
			says: `SSL is not enabled on the server|server (?:does not support|refused) (?:SSL|TLS)|does not support SSL connections` +
				`|TLS requested but server does not support TLS`,
			why: "The program wants TLS of a data service that speaks without it, as services of one compose.yaml do.",
			fix: "Turn it off for this address: sslmode=disable in its URL, or the variable that the program reads for it.",
		},
		{
			rule: "extension_missing", stages: "start health",
			says: `extension "([^"]+)" is not available|Could not open extension control file "[^"]*/([^/"]+)\.control"` +
				`|type "(vector|geometry|geography|citext|hstore)" does not exist`,
			why: "The database has no extension {}: its image comes without.",
			fix: "Take an image that brings it (postgis/postgis, pgvector/pgvector, timescale/timescaledb), or let a migration do without it.",
		},
	}
	for _, s := range backing.All() {
		if s.Unreachable != "" {
			ways = append(ways, way{
				rule: "neighbour_missing", says: s.Unreachable,
				tell: func(c circumstances, _ []string) explanation { return neighbourMissing(c, s.Title) },
			})
		}
	}
	return append(ways, unreachableCauses()...)
}

// unreachableCauses are the words of clients that reach nobody.
func unreachableCauses() []way {
	return []way{
		{
			rule: "neighbour_missing",
			says: `Can't reach database server at \x60?[\w.-]+\x60?:\x60?(\d+)|ECONNREFUSED [^\s]*:(\d+)` +
				`|dial tcp \S*?:(\d+): connect: connection refused|port (\d+) failed: (?i:connection refused)` +
				`|Failed to connect to (?:localhost|127\.0\.0\.1) port (\d+)|(?i:connect(?:ing|ion)?) to \S*?:(\d+)[ .].{0,20}(?i:refused)` +
				`|:(\d+): \[Errno 111\] Connection refused|Connection refused \([^)\n]*:(\d+)\)` +
				`|(?:localhost|127\.0\.0\.1|\[::1\]):(\d+)[^\n]{0,60}(?i:connection refused)` +
				`|(?i:connection refused)[^\n]{0,60}(?:localhost|127\.0\.0\.1):(\d+)`,
			tell: func(c circumstances, m []string) explanation {
				port := firstNonEmpty(m[1:])
				if service := onPort(port); service != "" {
					return neighbourMissing(c, service)
				}
				return neighbourOnPort(c, port)
			},
		},
		{
			rule: "neighbour_missing", stages: "start health", says: noName, also: neighbour,
			tell: func(c circumstances, _ []string) explanation {
				host := missingHosts(c)[0]
				if i := slices.IndexFunc(c.Beside, func(n Neighbour) bool { return n.Address == host || strings.HasPrefix(n.Address, host+":") }); i >= 0 && !c.Beside[i].Healthy {
					return notReached(c, c.Beside[i])
				}
				if service := hostTitle(host); service != "" {
					return neighbourMissing(c, service)
				}
				return neighbourMissing(c, "the host "+host)
			},
		},
		{
			rule: "neighbour_missing", stages: "start health", says: `ECONNREFUSED|(?i:connection refused)|ConnectionRefusedError`,
			tell: func(c circumstances, _ []string) explanation { return neighbourMissing(c, "") },
		},
		{
			rule: "schema_missing", stages: "start health",
			says: `relation "([^"]+)" does not exist|no such table: (\S+)|Table '([^']+)' doesn't exist` +
				`|The table \x60([^\x60]+)\x60 does not exist|ER_NO_SUCH_TABLE|UndefinedTable|Invalid object name '([^']+)'`,
			tell: func(c circumstances, m []string) explanation {
				table := firstNonEmpty(append(m[1:], ""))
				t := explanation{
					edits: migrations(c), why: "The database is there and has no tables of the program yet: its migrations did not run.",
					fix: "Run the migrations before the program starts (as a release command, or at its start).",
				}
				if table != "" {
					t.why = "The database has no table " + table + ": the program's migrations did not run."
				}
				return t
			},
		},
		{
			rule: "needs_docker", says: `(?i)cannot connect to the docker daemon|dial unix /var/run/docker\.sock|connect ENOENT /var/run/docker\.sock`,
			why: "The program reaches for a Docker engine, and there is none in a container.",
			fix: "Let it start without one; mount the engine's socket where it is deployed.",
		},
	}
}
