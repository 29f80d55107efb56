// Package concealtest has files in which a secret stands for its position and not for
// its name or form, and their twins without one: what tests plant in projects, and look
// for in what a model is sent.
package concealtest

import (
	"strings"

	"aipack/backend/secret/credential/credentialtest"
)

// Planted is a file with secrets in it.
type Planted struct {
	Path    string
	Text    string
	Secrets []string // stand in Text as they are
}

// styles are secrets as tools and people make them.
var styles = []string{
	"orange-41-tulip-meadow", "f3a91c77e05b4d2c8a6690ab13de57c4", "Xk7pQ2vLr9TzW4nB8cYs",
	"correct horse battery", "9#bV;k&2=Lq/7+x", "Winter2031",
}

// Files are all of them, each secret one of its own.
func Files() []Planted {
	var out []Planted
	for _, p := range credentialtest.Files() {
		out = append(out, Planted{p.Path, p.Text, []string{p.Secret}})
	}
	n := 0
	for _, f := range formats {
		// § is a secret of any style, ¤ one without blanks and marks.
		p := Planted{Path: f[0]}
		var text strings.Builder
		for _, r := range f[1] {
			if r != '§' && r != '¤' {
				text.WriteRune(r)
				continue
			}
			style := styles[n%len(styles)]
			if r == '¤' {
				style = styles[n%3]
			}
			n++
			secret := style[:len(style)/2] + string(rune('a'+n%26)) + string(rune('A'+n/26%26)) + style[len(style)/2:]
			p.Secrets = append(p.Secrets, secret)
			text.WriteString(secret)
		}
		p.Text = text.String()
		out = append(out, p)
	}
	return out
}

var formats = [][2]string{
	// environment files
	{"multi/.env", "PORT=3000\nMULTI=\"first\n§\n§\nlast\"\nNODE_ENV=production\nONE=¤\n# OLD_PHRASE=§\n"},
	{"single/.env.local", "A='first line\n  §\n'\nB=`x\n§`\n"},
	{"json/.env", "CONFIG={\n  \"phrase\": \"§\"\n}\n"},
	{"cont/.env", "LONG=first \\\n  ¤ \\\n  ¤\nNEXT=1\n"},
	{"app.env.txt", "SMTP_PHRASE=§\n"},
	{"deploy/prod.env.bak", "SMTP_PHRASE=§\n"},
	{".flaskenv", "FLASK_RUN_PORT=5000\nSIGNING=§\n"},
	{"raw/.env", "-----BEGIN X-----\n¤\n"},
	{"colon/.env", "export PHRASE: §\n"},
	{"key/.env", "JWT_PRIVATE=\"-----BEGIN PRIVATE KEY-----\n¤\n-----END PRIVATE KEY-----\"\nB=1\n"},

	// logins
	{"netrc/.netrc", "machine a.example.net login ci password §\nmachine b.example.net\n  login ci\n  password ¤\nmacdef init\n  ¤\n\n"},
	{"ops/logins.txt", "machine a.example.net login ci password ¤\n"},
	{"pg/.pgpass", "# host:port:db:user\nh:5432:db:u:§\n*:*:*:u:a\\:¤\n"},
	{"web/.htpasswd", "admin:¤\n"},
	{"etc/shadow", "root:$6$saltsalt$¤:19000:0:99999:7:::\ndaemon:*:19000:0:99999:7:::\n"},
	{"backup/users.conf", "root:$6$saltsalt$¤:19000:0:99999:7:::\ndaemon:*:19000:0:99999:7:::\n"},
	{"ppp/chap-secrets", "# client server secret IP\nci * \"§\" *\n"},
	{".curlrc", "user = \"ci:§\"\n"},
	{".wgetrc", "http_user = ci\nhttp_password = §\n"},
	{"ipsec/ipsec.secrets", ": PSK \"§\"\n"},
	{"home/credentials", "[default]\naws_access_key_id = A\naws_secret_access_key = ¤\n"},

	// clusters and stacks
	{"compose.yaml", "services:\n  web:\n    image: web:1\n    environment:\n      NODE_ENV: production\n      SMTP_PHRASE: §\n      PORT: 3000\n      DB_HOST: db\n  job:\n    environment:\n      - GREETING=¤\n      - \"OTHER=¤\"\n    command: run\n"},
	{"docker-compose.prod.yml", "services:\n  web:\n    environment: {SMTP_PHRASE: ¤, PORT: 3000}\n"},
	{"k8s/pod.yaml",
		"kind: Pod\nspec:\n  containers:\n  - name: web\n    env:\n    - name: SMTP_PHRASE\n      value: \"¤\"\n    - name: PORT\n      value: \"3000\"\n"},
	{"k8s/opaque.yaml", "apiVersion: v1\nkind: Secret\nmetadata:\n  name: web\ndata:\n  phrase: ¤\n  file: |\n    ¤\n    ¤\nstringData:\n  conf: >-\n    §\n---\nkind: ConfigMap\ndata:\n  mode: fast\n"},
	{"k8s/list.yaml", "kind: List\nitems:\n- kind: Secret\n  metadata: {name: a}\n  stringData:\n    phrase: §\n"},
	{"k8s/secret.json", "{\"metadata\":{\"name\":\"a\"},\"data\":{\"phrase\":\"¤\"},\"kind\":\"Secret\"}"},
	{"k8s/sealed.yaml", "kind: SealedSecret\nspec:\n  encryptedData:\n    phrase: ¤\n"},
	{"k8s/tls.yaml", "kind: Secret\ntype: kubernetes.io/tls\ndata:\n  tls.key: LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk¤\n"},
	{"clusters/prod.yml", "apiVersion: v1\nkind: Config\nclusters: []\nusers:\n- name: a\n  user:\n    client-key-data: ¤\n"},
	{"ecs/task.json", "{\"containerDefinitions\":[{\"environment\":[{\"name\":\"SMTP_PHRASE\",\"value\":\"§\"},{\"name\":\"PORT\",\"value\":\"3000\"}]}]}"},
	{"ci/pipeline.yml", "variables:\n  DEPLOY_PHRASE: §\n  GIT_DEPTH: 10\n"},
	{"helm/values-prod.yaml", "auth:\n  rootPassword: §\n  password:\n    value: ¤\ntokens:\n  - x\nprivateKey: |\n  ¤\n  ¤\n"},
	{"deep/values.yaml", "db:\n  password: \"first\n    ¤\n    last\"\n  passphrase:\n    ¤\n"},

	// languages' settings
	{"src/appsettings.json",
		"{\"ConnectionStrings\":{\"Default\":\"Server=db;User Id=sa;Password=¤;\"},\"Jwt\":{\"SigningKey\":\"§\"},\"Kestrel\":{\"Port\":5000}}"},
	{"src/appsettings.Production.json", "{\n  // settings\n  \"ConnectionStrings\": {\n    \"Default\": \"Server=db;Password=¤;\"\n  }\n}"},
	{"config/database.yml", "production:\n  adapter: postgresql\n  password: §\n  url: postgres://app:¤@db/app\n"},
	{"config/application.properties", "server.port=8080\nspring.datasource.password=§\nspring.mail.password=¤\\\n  ¤\n"},
	{"config/application.yml", "spring:\n  datasource:\n    password: '§'\n"},
	{"maven/settings.xml", "<settings><servers><server><username>ci</username><password>\n  ¤\n</password></server></servers></settings>"},
	{"server/context.xml", "<Context><Resource name=\"jdbc/app\" password=\"¤\" url=\"jdbc:x\"/><Parameter name=\"api.token\" value=\"¤\"/></Context>"},
	{"web.config", "<configuration><appSettings><add key=\"ApiSecret\" value=\"¤\" /></appSettings></configuration>"},
	{"composer/auth.json", "{\"http-basic\":{\"repo.example.net\":{\"username\":\"ci\",\"password\":\"¤\"}},\"github-oauth\":{\"github.com\":\"¤\"}}"},
	{"php/wp-config.php", "<?php\ndefine('DB_PASSWORD', '¤');\n$secret_key = '¤';\n"},
	{"py/pip.ini", "[global]\nindex-url = https://ci:¤@pypi.example.net/simple\n"},
	{"py/settings.toml", "[db]\npassword = \"§\"\nkey_password = \"\"\"\n¤\n\"\"\"\n"},
	{"py/settings.py", "API_TOKEN = \"\"\"\n¤\n\"\"\"\nSECRET_KEY = '¤'\n"},

	// infrastructure
	{"infra/main.tf", "variable \"db_password\" {\n  type = string\n  default = \"§\"\n}\nvariable \"phrase\" {\n  default = \"¤\"\n  sensitive = true\n}\nresource \"x\" \"y\" {\n  master_password = \"¤\"\n  user_token = <<EOT\n¤\nEOT\n}\n"},
	{"infra/terraform.tfvars", "region = \"eu\"\nphrase = \"§\"\n"},
	{"infra/old.tfstate", "{\"resources\":[{\"x\":\"§\"}]}"},
	{"ansible/vault.yml", "$ANSIBLE_VAULT;1.1;AES256\n" + hex(80, 'a') + "\n" + hex(80, 'b') + "\n" + hex(30, 'c') + "¤\n"},
	{"ansible/group.yml", "db:\n  phrase: !vault |\n    $ANSIBLE_VAULT;1.1;AES256\n    " + hex(80, 'a') + "\n    " + hex(30, 'c') + "¤\n"},
	{"sops/secrets.enc.yaml", "phrase: ENC[AES256_GCM,data:¤,iv:aaaa,tag:bbbb,type:str]\n"},
	{"redis/redis.conf", "port 6379\nrequirepass ¤\nmasterauth ¤\n# requirepass ¤\n"},
	{"mq/rabbitmq.conf", "listeners.tcp.default = 5672\ndefault_pass = §\n"},
	{"haproxy/haproxy.cfg", "userlist a\n  user admin insecure-password ¤\n"},
	{"mysql/conf.cnf", "[client]\nuser=app\npassword=§\n"},
	{"vpn/client.ovpn", "remote a 1194\n<tls-auth>\n-----BEGIN OpenVPN Static key V1-----\n¤\n-----END OpenVPN Static key V1-----\n</tls-auth>\n"},
	{"vpn/wg1.conf", "[Interface]\nPrivateKey = ¤\n[Peer]\nPresharedKey = ¤\n"},
	{"wifi/wpa_supplicant.conf", "network={\n  psk=\"§\"\n}\n"},
	{"db/init.sql", "CREATE USER app WITH PASSWORD '§';\nALTER USER b IDENTIFIED BY '¤';\n"},
	{"jenkins/credentials.xml", "<list><x><apiToken>¤</apiToken></x></list>"},

	// keys without their heads
	{"keys/part.yaml", "cert:\n  body: |\n    " + body('A', 64) + "\n    " + body('B', 64) + "\n    " + body('C', 20) + "¤\n"},
	{"keys/wide.txt", body('A', 76) + "\n" + body('B', 76) + "\n" + body('C', 30) + "¤\n"},
	{"keys/inline.json", "{\"material\":\"MII" + body('A', 64) + "\\n" + body('B', 30) + "¤\"}"},
	{"keys/token.txt", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.¤\n"},
	{"keys/share.http", "GET https://a.blob.example.net/c?sv=2024&sig=¤ HTTP/1.1\n"},

	// over several lines
	{"bent/.env", "LONG=\"first \\\nsecond\n¤=\n\"\nNEXT=1\n"},
	{"end/values.yaml", "db:\n  password: \"first\n    ¤\n    ¤\""},
	{"flow/values.yaml", "db:\n  token: [¤,\n    ¤]\n  secret: [\n    ¤, ¤,\n    ¤\n  ]\n"},
	{"src/appsettings.Staging.json", "{\n  // settings\n  \"Secret\": [\n    \"¤\",\n    \"¤\"\n  ],\n  \"Token\": {\n    \"Value\": \"¤\"\n  }\n}"},
}

// body is so many letters of base64 that begin with one of them.
func body(first byte, n int) string {
	const letters = "abcDEFghiJKLmnoPQRstuVWXyz0123456789+/ABCdefGHIjklMNOpqrSTUvwxYZ"
	return (string(first) + letters + letters)[:n]
}

func hex(n int, first byte) string {
	return (string(first) + strings.Repeat("61393037633365", 20))[:n]
}

// Readable are files, or parts of them, that whoever finds out how a project runs has to
// read as they are.
var Readable = map[string]string{
	".env.example":           "PORT=3000\nNODE_ENV=development\nDB_PASSWORD=changeme\nAPI_KEY=your-api-key-here\nTOKEN=<token>\nDATABASE_URL=postgres://localhost:5432/app\nDEBUG=true\n",
	"twin/.env":              "PORT=3000\nNODE_ENV=production\nLOG_LEVEL=info\nCACHE_URL=redis://cache:6379\nREF=${PORT}\n# a comment about it\nDB_PASSWORD=\n",
	"twin/compose.yaml":      "services:\n  web:\n    build: .\n    ports:\n      - \"3000:3000\"\n    environment:\n      NODE_ENV: production\n      PORT: 3000\n      DB_HOST: db\n      POSTGRES_DB: shop\n      DATABASE_URL: postgres://db:5432/shop\n      DB_PASSWORD: ${DB_PASSWORD}\n    secrets:\n      - db_password\n  db:\n    image: postgres:16\nsecrets:\n  db_password:\n    file: ./db.txt\n",
	"twin/deployment.yaml":   "kind: Deployment\nspec:\n  template:\n    spec:\n      imagePullSecrets:\n      - name: regcred\n      containers:\n      - name: web\n        image: ghcr.io/acme/web:1.2\n        env:\n        - name: PORT\n          value: \"8080\"\n        - name: DB_PASSWORD\n          valueFrom:\n            secretKeyRef:\n              name: db\n              key: password\n        readinessProbe:\n          httpGet: {path: /healthz, port: 8080}\n",
	"twin/config.yaml":       "kind: ConfigMap\ndata:\n  mode: fast\n  greeting: hello world\n",
	"twin/package.json":      "{\"name\":\"web\",\"scripts\":{\"start\":\"node server.js\"},\"dependencies\":{\"express\":\"^4.18.0\"},\"engines\":{\"node\":\">=20\"}}",
	"twin/package-lock.json": "{\"packages\":{\"a\":{\"version\":\"1.0.0\",\"integrity\":\"sha512-9b2b1c4f0c8d7a6e5f4d3c2b1a09f8e7d6c5b4a39281706f5e4d3c2b1a0f9e8dAb==\"}}}",
	"twin/pyproject.toml":    "[project]\nname = \"shop\"\nrequires-python = \">=3.12\"\ndependencies = [\"fastapi>=0.110\", \"uvicorn\"]\n[project.scripts]\nshop = \"shop.main:run\"\n",
	"twin/pom.xml":           "<project><groupId>a</groupId><properties><java.version>21</java.version></properties><dependencies><dependency><artifactId>spring-boot-starter-web</artifactId></dependency></dependencies></project>",
	"twin/.npmrc":            "registry=https://registry.npmjs.org/\nengine-strict=true\n//registry.npmjs.org/:_authToken=${NPM_TOKEN}\n",
	"twin/application.yml":   "server:\n  port: 8080\nspring:\n  datasource:\n    url: jdbc:postgresql://db:5432/shop\n    password: ${DB_PASSWORD}\n",
	"twin/database.yml":      "production:\n  adapter: postgresql\n  password: <%= ENV['DB_PASSWORD'] %>\n",
	"twin/settings.py":       "SECRET_KEY = os.environ[\"SECRET_KEY\"]\nTOKEN = get_token()\nPORT = int(os.environ.get(\"PORT\", 8000))\n",
	"twin/variables.tf":      "variable \"db_password\" {\n  type = string\n  sensitive = true\n}\nvariable \"region\" {\n  default = \"eu-west-1\"\n}\n",
	"twin/nginx.conf":        "server {\n  listen 8080;\n  location / { proxy_pass http://web:3000; }\n}\n",
	"twin/redis.conf":        "port 6379\nbind 0.0.0.0\nmaxmemory 100mb\n",
	"twin/Dockerfile":        "FROM node:22\nENV NODE_ENV=production\nARG TOKEN\nCOPY . .\nEXPOSE 3000\nCMD [\"node\", \"server.js\"]\n",
	"twin/go.sum":            "github.com/gin-gonic/gin v1.9.1 h1:4idEAncQnU5cB7BeOkPtxjfCSye0AAm1R0RVIqJ+Jmg=\n",
	"twin/workflow.yml":      "on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    env:\n      NODE_ENV: test\n      TOKEN: ${{ secrets.TOKEN }}\n    steps:\n      - run: npm test\n",
	"twin/README.md":         "# Shop\n\nSet DB_PASSWORD and start it with `npm start`. It listens on port 3000.\n",
	"twin/Procfile":          "web: gunicorn shop.wsgi --bind 0.0.0.0:$PORT\nworker: celery -A shop worker\n",
	"twin/gradle.properties": "org.gradle.jvmargs=-Xmx2g\nkotlin.version=2.0.0\n",
	"twin/app.json":          "{\"env\":{\"PORT\":{\"value\":\"8080\"},\"SECRET\":{\"generator\":\"secret\"}},\"buildpacks\":[{\"url\":\"heroku/nodejs\"}]}",
	"twin/tls.crt":           "-----BEGIN CERTIFICATE-----\nMIID\n-----END CERTIFICATE-----\n",
	"twin/checksums.txt":     strings.Repeat("9b2b1c4f0c8d7a6e5f4d3c2b1a09f8e7d6c5b4a39281706f5e4d3c2b1a0f9e8d\n", 3),
	"twin/src/login.ts":      "export function login(password: string, token: string) {\n  return fetch('/api/login', { method: 'POST', body: JSON.stringify({ password, token }) })\n}\n",
}
