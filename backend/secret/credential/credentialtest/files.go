// Package credentialtest makes files that hold credentials, each with a secret of
// its own: what tests plant in projects and look for in images. They are made when
// they are asked for, so that no line of the repository looks like a secret.
package credentialtest

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"strings"
)

// Planted is a file and the secret in it.
type Planted struct {
	Path   string
	Text   string
	Secret string // stands in Text as it is
}

// secret makes a text that nobody takes for a stand-in, the same for a name.
func secret(name string) string {
	sum := sha256.Sum256([]byte("planted in " + name))
	return hex.EncodeToString(sum[:16])
}

// key makes a private key in PEM; its second line is the secret.
func key(name string) (text, line string) {
	sum := sha256.Sum256([]byte("key of " + name))
	der, err := x509.MarshalPKCS8PrivateKey(ed25519.NewKeyFromSeed(sum[:]))
	if err != nil {
		panic(err) // a key of a fixed size
	}
	text = string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	return text, strings.Split(text, "\n")[1]
}

// Files are credentials as tools write them, one a path, where a project may have
// them.
func Files() []Planted {
	var out []Planted
	add := func(path, text string) { // § stands for the secret
		s := secret(path)
		out = append(out, Planted{path, strings.ReplaceAll(text, "§", s), s})
	}
	for _, f := range formats {
		add(f[0], f[1])
	}
	for _, path := range []string{"deploy/server-key.pem", "tls/server.key", "privkey1.pem", "certs/mixed.pem", "id_rsa", "deploy/id_ed25519", ".ssh/deploy", "AuthKey_7.p8", "keys/signing", "ops/jwt.txt"} {
		text, line := key(path)
		out = append(out, Planted{path, text, line})
	}
	for _, path := range []string{"release.jks", "client.p12", "store.pfx", "debug.keystore", "app.keytab", "team.kdbx"} {
		s := secret(path)
		out = append(out, Planted{path, "\x30\x82\x00\x01" + s, s})
	}
	for _, path := range []string{"sa.json", "config/firebase-adminsdk-x1.json", "gcp-service-account.json"} {
		text, line := key(path)
		b, err := json.Marshal(map[string]string{"type": "service_account", "project_id": "p", "private_key": text, "client_email": "a@p.iam.gserviceaccount.com"})
		if err != nil {
			panic(err)
		}
		out = append(out, Planted{path, string(b), line})
	}
	basic := "user:" + secret("docker")
	auth := base64.StdEncoding.EncodeToString([]byte(basic))
	for _, path := range []string{".docker/config.json", ".dockercfg", "registry.json"} {
		out = append(out, Planted{path, `{"auths":{"registry.example.net":{"auth":"` + auth + `"}}}`, auth})
	}
	return out
}

// formats are files of text, by path.
var formats = [][2]string{
	// package managers
	{".npmrc", "registry=https://npm.example.net/\n//npm.example.net/:_authToken=§\n"},
	{".yarnrc.yml", "nodeLinker: node-modules\nnpmScopes:\n  acme:\n    npmAuthToken: \"§\"\n"},
	{".yarnrc", "\"//npm.example.net/:_authToken\" \"§\"\n"},
	{"bunfig.toml", "[install.scopes]\nacme = { token = \"§\", url = \"https://npm.example.net\" }\n"},
	{"npmrc.ci", "//npm.example.net/:_authToken=§\n"},
	{"pip.conf", "[global]\nextra-index-url = https://ci:§@pypi.example.net/simple\n"},
	{".pypirc", "[distutils]\nindex-servers = pypi\n[pypi]\nusername = __token__\npassword = §\n"},
	{"auth.toml", "[http-basic.acme]\nusername = \"ci\"\npassword = \"§\"\n"},
	{".condarc", "channels:\n  - https://ci:§@conda.example.net/main\n"},
	{"auth.json", "{\"http-basic\":{\"repo.example.net\":{\"username\":\"ci\",\"password\":\"§\"}}}"},
	{".bundle/config", "---\nBUNDLE_GEMS__EXAMPLE__NET: \"ci:§\"\n"},
	{".gem/credentials", "---\n:rubygems_api_key: §\n"},
	{".cargo/credentials.toml", "[registry]\ntoken = \"§\"\n"},
	{"nuget.config", "<configuration><packageSourceCredentials><acme><add key=\"Username\" value=\"ci\" /><add key=\"ClearTextPassword\" value=\"§\" /></acme></packageSourceCredentials></configuration>"},
	{"gradle.properties", "org.gradle.jvmargs=-Xmx1g\nnexusPassword=§\n"},
	{"settings.xml", "<settings><servers><server><id>a</id><username>ci</username><password>§</password></server></servers></settings>"},
	{"ci/maven-settings.xml", "<settings><servers><server><id>a</id><username>ci</username><password>§</password></server></servers></settings>"},
	{"settings-security.xml", "<settingsSecurity><master>{§}</master></settingsSecurity>"},
	{".credentials", "realm=Nexus\nhost=nexus.example.net\nuser=ci\npassword=§\n"},
	// machines
	{".env", "DB_PASSWORD=§\n"},
	{".env.production", "DB_PASSWORD=§\n"},
	{".env.local", "API_TOKEN=§\n"},
	{"config/prod.env", "SMTP_PASSWORD=§\n"},
	{".envrc", "export AWS_SECRET_ACCESS_KEY=§\n"},
	{".netrc", "machine git.example.net\nlogin ci\npassword §\n"},
	{"netrc.txt", "machine git.example.net login ci password §\n"},
	{".pgpass", "db.example.net:5432:app:app:§\n"},
	{"backup/passwords", "db.example.net:5432:app:app:§\n"},
	{".pg_service.conf", "[app]\nhost=db.example.net\npassword=§\n"},
	{".my.cnf", "[client]\nuser=app\npassword=§\n"},
	{"backup.cnf", "[client]\nuser=app\npassword=§\n"},
	{".git-credentials", "https://ci:§@git.example.net\n"},
	{".gitconfig", "[url \"https://ci:§@git.example.net/\"]\n  insteadOf = https://git.example.net/\n"},
	{".bash_history", "export TOKEN=§\n"},
	{".psql_history", "ALTER USER app PASSWORD '§';\n"},
	{".msmtprc", "account a\npassword §\n"},
	{".smbcredentials", "username=a\npassword=§\n"},
	{".erlang.cookie", "§"},
	{"kaggle.json", "{\"username\":\"a\",\"key\":\"§\"}"},
	{".streamlit/secrets.toml", "db_password = \"§\"\n"},
	{".databrickscfg", "[DEFAULT]\ntoken = §\n"},
	{".sentryclirc", "[auth]\ntoken=§\n"},
	{"profiles.yml", "app:\n  outputs:\n    prod:\n      type: postgres\n      password: §\n"},
	// clouds
	{".aws/credentials", "[default]\naws_access_key_id = A\naws_secret_access_key = §\n"},
	{"ops/aws.ini", "[default]\naws_access_key_id = A\naws_secret_access_key = §\n"},
	{"deploy_accessKeys.csv", "Access key ID,Secret access key\nA,§\n"},
	{".boto", "[Credentials]\ngs_secret_access_key = §\n"},
	{".s3cfg", "[default]\nsecret_key = §\n"},
	{".azure/accessTokens.json", "[{\"accessToken\":\"§\"}]"},
	{"azure-sp.json", "{\"clientId\":\"c\",\"clientSecret\":\"§\",\"tenantId\":\"t\"}"},
	{"local.settings.json", "{\"Values\":{\"AzureWebJobsStorage\":\"DefaultEndpointsProtocol=https;AccountKey=§\"}}"},
	{"client_secret_1.json", "{\"installed\":{\"client_id\":\"c\",\"client_secret\":\"§\"}}"},
	{"adc.json", "{\"type\":\"authorized_user\",\"client_id\":\"c\",\"refresh_token\":\"§\"}"},
	{"rclone.conf", "[s3]\ntype = s3\nsecret_access_key = §\n"},
	{".config/gh/hosts.yml", "github.com:\n  oauth_token: §\n"},
	{".dev.vars", "API_TOKEN=§\n"},
	{".oci/config", "[DEFAULT]\npass_phrase=§\n"},
	// deployments
	{".kube/config", "apiVersion: v1\nkind: Config\nclusters: []\nusers:\n- name: a\n  user:\n    token: §\n"},
	{"k8s/cluster.yaml", "apiVersion: v1\nkind: Config\nclusters: []\nusers:\n- name: a\n  user:\n    token: §\n"},
	{"k8s/db-secret.yaml", "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\nstringData:\n  password: §\n"},
	{"terraform.tfstate", "{\"version\":4,\"terraform_version\":\"1.9.0\",\"lineage\":\"l\",\"resources\":[{\"password\":\"§\"}]}"},
	{"infra/terraform.tfstate.backup", "{\"password\":\"§\"}"},
	{"infra/prod.tfvars", "db_password = \"§\"\n"},
	{"infra/state.json", "{\"version\":4,\"terraform_version\":\"1.9.0\",\"lineage\":\"l\",\"resources\":[{\"password\":\"§\"}]}"},
	{".terraformrc", "credentials \"app.terraform.io\" {\n  token = \"§\"\n}\n"},
	{".htpasswd", "admin:$apr1$§\n"},
	{"web/users", "admin:$2y$05$§\n"},
	{".vault_pass", "§\n"},
	{"ansible/vault_password.txt", "§\n"},
	{".vault-token", "§"},
	{"vault-init.json", "{\"unseal_keys_b64\":[\"a\"],\"root_token\":\"§\"}"},
	{"config/master.key", "§"},
	{"config/credentials/production.key", "§"},
	{"wg0.conf", "[Interface]\nPrivateKey = §\n"},
	{"jwk.json", "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"a\",\"y\":\"b\",\"d\":\"§\"}"},
}

// Public are their twins: files of the same names and formats that hold no
// credential, and that builds need.
var Public = map[string]string{
	"twin/.npmrc":               "engine-strict=true\nregistry=https://registry.npmjs.org/\n",
	"twin/.yarnrc.yml":          "nodeLinker: node-modules\nnpmAuthToken: \"${NPM_TOKEN}\"\n",
	"twin/gradle.properties":    "org.gradle.jvmargs=-Xmx1g\nkotlin.version=2.0.0\nnexusPassword=${env.NEXUS_PASSWORD}\ntokenVersion=1.2.3\n",
	"twin/nuget.config":         "<configuration><packageSources><add key=\"a\" value=\"https://api.nuget.org/v3/index.json\" /></packageSources></configuration>",
	"twin/settings.xml":         "<settings><servers><server><id>a</id><password>${env.NEXUS_PASSWORD}</password></server></servers></settings>",
	"twin/pip.conf":             "[global]\nextra-index-url = https://${USER}:${PASS}@pypi.example.net/simple\n",
	"twin/.bundle/config":       "---\nBUNDLE_WITHOUT: \"development\"\nBUNDLE_BUILD__NOKOGIRI: \"--use-system-libraries\"\n",
	"twin/.cargo/config.toml":   "[build]\ntarget-dir = \"out\"\n",
	"twin/rds-ca.pem":           "-----BEGIN CERTIFICATE-----\nMIIEBjCCAu6gAwIBAgIJAMc0ZzaSUK51MA0GCSqGSIb3DQEBCwUAMIGPMQswCQYD\n-----END CERTIFICATE-----\n",
	"twin/public.key":           "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n",
	"twin/tls.key.example":      "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----\n",
	"twin/service-account.json": "{\"type\":\"service_account\",\"private_key\":\"<your key>\"}",
	"twin/.env.example":         "DB_PASSWORD=changeme\n",
	"twin/terraform.md":         "//npm.example.net/:_authToken=abcdef0123456789\n",
	"twin/secrets.yml":          "production:\n  secret_key_base: <%= ENV[\"SECRET_KEY_BASE\"] %>\n",
	"twin/auth.json":            "{\"title\":\"Sign in\"}",
	"twin/my.cnf":               "[mysqld]\nmax_connections=100\n",
	"twin/app.env":              "PORT=3000\nLOG_LEVEL=info\nTOKEN_TTL=3600\n",
	"twin/jwks.json":            "{\"keys\":[{\"kty\":\"RSA\",\"n\":\"abc\",\"e\":\"AQAB\"}]}",
	"twin/values.yaml":          "kind: Secret\nstringData:\n  password: {{ .Values.password }}\n",
}

// Key is a private key in PEM, the same for a name.
func Key(name string) string {
	text, _ := key(name)
	return text
}

// Account is a Google service account.
func Account() string {
	for _, p := range Files() {
		if p.Path == "sa.json" {
			return p.Text
		}
	}
	return ""
}
