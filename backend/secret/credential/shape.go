package credential

import (
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"
)

// shapes are how tools write their credentials, whatever the file is called. They
// are asked of files that are no sources and have no telling name.
var shapes = []struct {
	what     string
	objects  func(object) []string // of a file that is an object of JSON
	text     holder                // of any other
	settings bool                  // see Kind
}{
	{"a Google service account", googleAccount, nil, false},
	{"an OAuth client's secret", oauthClient, nil, false},
	{"logins at container registries", dockerLogins, nil, false},
	{"an Azure service principal", azurePrincipal, nil, false},
	{"an AWS access key", awsAccessKey, nil, false},
	{"Terraform's state", terraformState, nil, false},
	{"Vault's keys", vaultKeys, nil, false},
	{"a private JSON Web Key", jsonWebKey, nil, false},
	{"Composer's credentials", composerAuth, nil, false},
	{"a private key", nil, onlyKey, false},
	{"a cluster's credentials", nil, kubeconfig, false},
	{"a Secret of Kubernetes", nil, kubernetesSecret, true},
	{"AWS's credentials", nil, awsProfile, false},
	{"passwords for machines (netrc)", nil, netrc, false},
	{"PostgreSQL's passwords", nil, pgpass, false},
	{"npm's settings with a token", nil, npmSettings, true},
	{"PyPI's credentials", nil, pypirc, false},
	{"a web server's passwords", nil, htpasswd, false},
	{"Maven's settings with a password", nil, mavenSettings, true},
	{"NuGet's settings with a password", nil, nugetSettings, true},
	{"a VPN's key", nil, wireguard, false},
	{"rclone's remotes", nil, rclone, false},
	{"Git's passwords", nil, gitCredentials, false},
	{"MySQL's passwords", nil, mysqlOptions, true},
}

// formed says what a file is by the shape of its text. Sources and prose are
// never: what stands in them is part of something else.
func formed(file, text string) (Kind, []Held) {
	if text == "" || Source(file) || Prose(file) {
		return Kind{}, nil
	}
	o := parsed(text)
	for _, s := range shapes {
		var held []Held
		switch {
		case o == nil && s.text != nil:
			held = s.text(text)
		case o != nil && s.objects != nil:
			held = at(text, s.objects(o))
		}
		if len(held) > 0 {
			return Kind{What: s.what, Beside: true, Settings: s.settings}, held
		}
	}
	return Kind{}, nil
}

// sources are the endings of what compilers and interpreters read.
var sources = extensions(`.go .js .mjs .cjs .jsx .ts .mts .cts .tsx .vue .svelte .astro .py .pyi .rb .rake .php .java .kt .kts .scala .groovy .clj .cljs .cljc .cs .fs .vb .rs .c .h .cc .cpp .cxx .hpp .m .mm
	.swift .dart .ex .exs .erl .hrl .hs .lua .pl .pm .r .jl .cr .zig .nim .ml .mli .elm .sql .css .scss .less .html .htm .xhtml .erb .haml .slim .ejs .pug .hbs .twig .jinja .j2 .tmpl .gotmpl .tpl .proto .graphql .sh .bash .zsh .ps1 .bat .gradle .sbt .ipynb .svg`)

// Source reports whether a file's name says that a program is made of it.
func Source(file string) bool { return sources[strings.ToLower(path.Ext(file))] }

var prose = extensions(`.md .mdx .markdown .rst .adoc .asciidoc .tex .po .pot .ics .srt .vtt`)

// Prose reports whether a file is written to be read by people.
func Prose(file string) bool { return prose[strings.ToLower(path.Ext(file))] }

func extensions(list string) map[string]bool {
	out := map[string]bool{}
	for _, e := range strings.Fields(list) {
		out[e] = true
	}
	return out
}

// object is one of JSON.
type object = map[string]any

// shaped asks a file of JSON what secrets an object of that shape has.
func shaped(ways ...func(object) []string) holder {
	return func(text string) []Held {
		o := parsed(text)
		if o == nil {
			return nil
		}
		var out []Held
		for _, way := range ways {
			out = append(out, at(text, way(o))...)
		}
		return out
	}
}

// parsed reads a text as an object of JSON, nil where it is none.
func parsed(text string) object {
	text = strings.TrimPrefix(text, "\ufeff")
	if !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") {
		return nil
	}
	var o object
	if json.Unmarshal([]byte(text), &o) != nil {
		return nil
	}
	return o
}

func at(text string, values []string) (out []Held) {
	for _, v := range values {
		out = append(out, Held{lineOf(text, v), v})
	}
	return out
}

// lineOf finds a value of JSON in its text by its beginning.
func lineOf(text, value string) int {
	if i := strings.Index(text, value[:min(len(value), 16)]); i >= 0 {
		return lineAt(text, i)
	}
	return 1
}

// texts gives the values of keys that are literal texts.
func (s texts) of(keys ...string) (out []string) {
	for _, k := range keys {
		if v, ok := s[k].(string); ok && literal(v) {
			out = append(out, v)
		}
	}
	return out
}

type texts object

// inner gives the objects within one, by name.
func inner(o object, key string) (out []object) {
	switch v := o[key].(type) {
	case object:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if one, ok := v[k].(object); ok {
				out = append(out, one)
			}
		}
	case []any:
		for _, one := range v {
			if one, ok := one.(object); ok {
				out = append(out, one)
			}
		}
	}
	return out
}

func googleAccount(o object) []string {
	switch o["type"] {
	case "service_account":
		if key, ok := o["private_key"].(string); ok && len(privateKey(key)) > 0 {
			return []string{key}
		}
	case "authorized_user":
		return texts(o).of("refresh_token", "client_secret")
	}
	return nil
}

func oauthClient(o object) (out []string) {
	for _, k := range []string{"installed", "web"} {
		if one, ok := o[k].(object); ok {
			out = append(out, texts(one).of("client_secret")...)
		}
	}
	return out
}

func dockerLogins(o object) (out []string) {
	for _, one := range inner(o, "auths") {
		out = append(out, texts(one).of("auth", "password", "identitytoken", "registrytoken")...)
	}
	return out
}

// azurePrincipal is what `az ad sp create-for-rbac` prints.
func azurePrincipal(o object) []string {
	if o["clientId"] != nil && o["clientSecret"] != nil {
		return texts(o).of("clientSecret")
	}
	if o["appId"] != nil && o["tenant"] != nil {
		return texts(o).of("password")
	}
	return nil
}

// awsAccessKey is what `aws iam create-access-key` and `aws sts` print.
func awsAccessKey(o object) (out []string) {
	for _, k := range []string{"AccessKey", "Credentials"} {
		if one, ok := o[k].(object); ok {
			out = append(out, texts(one).of("SecretAccessKey", "SessionToken")...)
		}
	}
	return append(out, texts(o).of("SecretAccessKey")...)
}

func terraformState(o object) []string {
	if o["lineage"] == nil || o["terraform_version"] == nil {
		return nil
	}
	if o["resources"] == nil && o["modules"] == nil {
		return nil
	}
	return []string{"terraform_version"}
}

// vaultKeys is what `vault operator init -format=json` prints.
func vaultKeys(o object) []string {
	if o["unseal_keys_b64"] == nil && o["keys_base64"] == nil && o["unseal_keys_hex"] == nil {
		return nil
	}
	return texts(o).of("root_token")
}

// jsonWebKey is a private or symmetric key, or a set with one (RFC 7517, 7518).
func jsonWebKey(o object) (out []string) {
	for _, one := range append(inner(o, "keys"), o) {
		switch one["kty"] {
		case "RSA", "EC", "OKP":
			out = append(out, texts(one).of("d")...)
		case "oct":
			out = append(out, texts(one).of("k")...)
		}
	}
	return out
}

func composerAuth(o object) (out []string) {
	for _, one := range append(inner(o, "http-basic"), inner(o, "bitbucket-oauth")...) {
		out = append(out, texts(one).of("password", "consumer-secret")...)
	}
	for _, one := range inner(o, "gitlab-token") {
		out = append(out, texts(one).of("token")...)
	}
	for _, k := range []string{"github-oauth", "gitlab-token", "gitlab-oauth", "bearer"} {
		if one, ok := o[k].(object); ok {
			out = append(out, texts(one).of(slices.Sorted(maps.Keys(one))...)...)
		}
	}
	return out
}
