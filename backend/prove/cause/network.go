package cause

import (
	"fmt"
	"net"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// noName are the ways in which resolvers and tools say that they cannot find a
// host: getaddrinfo(3) and glibc, musl, Node, Go, curl and git, apt, pip, wget,
// Java and Maven, .NET, RubyGems, Rust, Deno (an absent package it says otherwise).
const noName = `(?i)getaddrinfo (?:ENOTFOUND|EAI_AGAIN)|\bENOTFOUND\b|\bEAI_AGAIN\b|could not resolve host|temporary failure (?:in name resolution|resolving)|no such host|name or service not known|name does not resolve|unable to resolve host|UnknownHostException|unknown host|failed to lookup address information|could not translate host name|Could not reach host|Failed to resolve '|nodename nor servname|All attempts to connect to \S+ failed|JSR package manifest for '\S+' failed to load`

// noWay is a host that has a name and cannot be reached.
const noWay = `(?i)network is unreachable|\bENETUNREACH\b|connect ETIMEDOUT (\S+)|dial tcp (\S+): [^\n]*i/o timeout|Failed to connect to (\S+) port \d+|Could not connect to (\S+):\d+ \(|no route to host|\bEHOSTUNREACH\b`

// named finds the host that a line says is missing.
var named = sync.OnceValue(func() *regexp.Regexp {
	const host = `([A-Za-z0-9][A-Za-z0-9._-]*)`
	return regexp.MustCompile(`getaddrinfo (?:ENOTFOUND|EAI_AGAIN) ` + host +
		`|(?i:could not resolve host(?:name)?:? '?)` + host +
		`|lookup ` + host + `(?: on \S+)?: ` +
		`|(?i:temporary failure resolving ')` + host +
		`|Failed to resolve '` + host +
		`|failed to resolve host '` + host + // psycopg 3
		`|host='` + host + `'` +
		`|(?i:unable to resolve host address )\W+` + host +
		`|UnknownHostException: ` + host +
		`|(?i:unknown host )'?` + host +
		`|failed to resolve address for ` + host +
		`|could not translate host name "` + host + `"` +
		`|Could not reach host ` + host +
		`|Failed to open TCP connection to ` + host +
		`|(?i:failed to connect to )` + host + ` port` +
		`|Could not connect to ` + host + `:` +
		`|connect ETIMEDOUT ` + host +
		`|dial tcp ` + host + `:\d+: ` +
		`|(?:not known|resolution) \(` + host + `:\d+\)` +
		`|([A-Za-z0-9-]+\.[A-Za-z0-9._-]*): (?:Name or service not known|Temporary failure in name resolution)` +
		`|All attempts to connect to ` + host + ` failed` +
		`|Import 'https?://` + host + `[/:]` +
		`|hostname: '` + host + `'`)
})

// networkCauses are what stands between the build or the program and the world.
func networkCauses() []way {
	const proxy = `(?i)proxyconnect tcp|407 Proxy Authentication Required|Proxy Authentication Required` +
		`|tunneling socket could not be established|Could not resolve proxy|Proxy CONNECT aborted|response 407 from proxy` +
		`|Unable to tunnel through proxy`
	const refusedProxy = "The proxy on the way to the network does not let the build through."
	const mendProxy = "Correct HTTP_PROXY, HTTPS_PROXY and NO_PROXY of the builder, with the proxy's name and password where it wants them."
	// What listens on this machine itself is no matter of the network.
	const loopback = `^(?:localhost|127\.|::1|\[::1)`
	return []way{
		{rule: "proxy", class: Environment, says: proxy, why: refusedProxy, fix: mendProxy},
		{rule: "proxy", class: Environment, reports: proxy, why: refusedProxy, fix: mendProxy},
		{
			rule: "certificate", class: Environment,
			says: `(?i)SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE` +
				`|self[- ]signed certificate|certificate verify failed|unable to get (?:local )?issuer certificate` +
				`|x509: certificate signed by unknown authority|unable to find valid certification path|PartialChain` +
				`|invalid peer certificate: UnknownIssuer`,
			why: "A proxy with its own certificate authority stands between the builder and the network, and the image does not know it.",
			fix: "Give the base image your company's certificate, or build on a network without that proxy.",
		},
		{rule: "no_network", class: Environment, fetches: true, stages: "build", says: noName, tell: noNetwork},
		{rule: "no_network", class: Environment, fetches: true, stages: "build", says: noWay, unless: loopback, tell: noNetwork},
		{ // Turbopack names no host: https://nextjs.org/docs/app/api-reference/components/font
			rule: "no_network", class: Environment, fetches: true, stages: "build", says: "Failed to fetch `[^`]{1,80}` from Google Fonts",
			why: "The build wants to download fonts from fonts.googleapis.com, which the builder cannot reach.",
			fix: "Let the builder reach it, or take the fonts into the project (next/font/local).",
		},
		// A program that is proved without a network complains of that in passing,
		// too: what else it says counts for more.
		{rule: "no_network", class: Environment, fetches: true, stages: "start health", general: true, says: noName + `|` + noWay,
			unless: loopback, tell: noNetwork, also: func(c circumstances) bool { return !neighbour(c) }},
		{rule: "no_network", class: Environment, fetches: true, reports: noName + `|` + noWay, tell: noNetwork},
	}
}

// missingHosts are the hosts that the log, or the builder, says it cannot reach,
// each once, in their order.
func missingHosts(c circumstances) (hosts []string) {
	p := compiled(noName + `|` + noWay)
	literals := p.present(c.log.text)
	take := func(line string) {
		for _, m := range named().FindAllStringSubmatch(line, -1) {
			host := strings.TrimRight(firstNonEmpty(m[1:]), ".")
			if host != "" && host != "localhost" && !strings.HasPrefix(host, "127.") && !slices.Contains(hosts, host) && len(hosts) < 4 {
				hosts = append(hosts, host)
			}
		}
	}
	for i := range c.log.lines {
		if len(hosts) < 4 && c.log.budget > 0 && p.hit(c.log.lower, i, 0, literals) && p.re.MatchString(c.log.lines[i]) {
			c.log.budget -= 4 * len(c.log.lines[i])
			take(c.log.lines[i])
		}
	}
	if p.re.MatchString(c.builder) {
		take(c.builder)
	}
	return hosts
}

// neighbour reports whether the only hosts that are missing are names without a
// dot: those are known beside other services, and nowhere else.
func neighbour(c circumstances) bool {
	if c.failure.Stage == "build" || c.failure.Stage == "limit" {
		return false
	}
	hosts := missingHosts(c)
	return len(hosts) > 0 && !slices.ContainsFunc(hosts, func(h string) bool { return strings.Contains(h, ".") })
}

// noNetwork names the hosts that are missing.
func noNetwork(c circumstances, _ []string) explanation {
	hosts := missingHosts(c)
	list := strings.Join(hosts, ", ")
	started := c.failure.Stage == "start" || c.failure.Stage == "health"
	t := explanation{}
	switch {
	case started && list == "":
		t = explanation{
			why: "The program reaches for the network, and is proved without one.",
			fix: "Prove with --network, or let the program start without what it asks for.",
		}
	case started:
		t = explanation{
			why: "The program reaches for " + list + ", and is proved without a network.",
			fix: "Prove with --network, or let the program start without what it asks for there.",
		}
	case list == "":
		t = explanation{why: "The build needs the network and cannot reach it.", fix: "Check the builder's network and proxy."}
	case pulling(c):
		t = explanation{why: "The builder cannot reach " + list + ", where the image lies.", fix: "Check the image's name, or let the builder reach that registry."}
	case slices.ContainsFunc(hosts, func(h string) bool { return strings.Contains(h, ".") || net.ParseIP(h) != nil }):
		t = explanation{
			why: fmt.Sprintf("The build wants to download from %s, which the builder cannot reach.", list),
			fix: "Let the builder reach it (name resolution, firewall, proxy), or bring what is downloaded there into the project or the base image.",
		}
	default:
		t = explanation{
			why: fmt.Sprintf("The build asks for the host %s, a name that only a network of other services knows.", list),
			fix: "Let the build do without it: other services are there when the program runs, not while its image is built.",
		}
	}
	if len(hosts) > 0 {
		t.details = map[string]any{"hosts": hosts}
	}
	return t
}
