package main

import (
	"bytes"
	"context"
	"os"
	"strings"
)

const bundle = "/etc/ssl/certs/ca-certificates.crt"

// trust names the bundle to every program that brings authorities of its own:
// Node and Bun, pip and what uses requests, Cargo, curl, Git, Bundler, Deno,
// Hex, OpenSSL's users. A machine behind a proxy that signs anew has that
// proxy's authority in there; Java's packages read it of themselves.
var trust = []string{
	"NODE_EXTRA_CA_CERTS", "PIP_CERT", "REQUESTS_CA_BUNDLE", "CARGO_HTTP_CAINFO", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO",
	"BUNDLE_SSL_CA_CERT", "DENO_CERT", "HEX_CACERTS_PATH", "SSL_CERT_FILE",
}

// handedOn are the variables that tell package managers where to fetch from;
// what is set on this machine is so in the stand-ins.
var handedOn = []string{
	"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy",
	"NPM_CONFIG_REGISTRY", "npm_config_registry", "COREPACK_NPM_REGISTRY", "YARN_NPM_REGISTRY_SERVER", "YARN_REGISTRY",
	"PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_TRUSTED_HOST", "UV_INDEX_URL", "UV_DEFAULT_INDEX", "POETRY_REPOSITORIES_PYPI_URL",
	"GOPROXY", "GONOPROXY", "GOPRIVATE", "GOSUMDB", "GONOSUMDB",
	"CARGO_REGISTRIES_CRATES_IO_PROTOCOL", "CARGO_REGISTRIES_CRATES_IO_INDEX", "MAVEN_OPTS", "BUNDLE_MIRROR__ALL",
}

// settings is the environment of Debian's image, and so of every other one.
func settings(ctx context.Context) []string {
	env := []string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
	for _, name := range trust {
		env = append(env, name+"="+bundle)
	}
	for _, name := range handedOn {
		if value := strings.TrimSpace(os.Getenv(name)); value != "" {
			env = append(env, name+"="+value)
		}
	}
	return append(env, corepack(ctx)...)
}

// corepack tells Corepack to fetch where this machine's npm does, Yarn 2 too,
// which it would look for elsewhere. A registry that hands packages on may not
// hand on who signed them; then Corepack is told not to ask for that.
func corepack(ctx context.Context) []string {
	var env []string
	if b, err := output(ctx, "", "npm", "config", "get", "registry"); err == nil && os.Getenv("COREPACK_NPM_REGISTRY") == "" {
		env = append(env, "COREPACK_NPM_REGISTRY="+strings.TrimRight(strings.TrimSpace(string(b)), "/"))
	}
	if b, err := output(ctx, "", "npm", "view", "--json", "pnpm", "dist.signatures"); err == nil && len(bytes.TrimSpace(b)) == 0 {
		env = append(env, "COREPACK_INTEGRITY_KEYS=0")
	}
	return env
}
