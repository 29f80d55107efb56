package tests

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/validate"
	"aipack/backend/packaging/export"
	"aipack/backend/repo"
	"aipack/backend/repo/repotest"
	"aipack/backend/universalbuild"
)

// signingIn are small projects whose builds sign in at a registry: what the plan
// says that they are given, as id, "!" where the build fails without, "=" and the
// place of a file; and a part of each step of the Dockerfile that has it.
var signingIn = map[string]struct {
	files map[string]string
	want  string
	steps []string
	not   string // stands in no manifest
}{
	"npm, a variable": {map[string]string{
		".npmrc":       "@acme:registry=https://npm.acme.test/\n//npm.acme.test/:_authToken=${ACME_NPM_TOKEN}\n",
		"package.json": `{"name":"portal","scripts":{"start":"node index.js"},"dependencies":{"@acme/auth":"^2","express":"4.21.2"}}`, "package-lock.json": `{"name":"portal","lockfileVersion":3,"packages":{"":{"name":"portal","dependencies":{"@acme/auth":"^2","express":"4.21.2"}},"node_modules/@acme/auth":{"version":"2.0.1"},"node_modules/express":{"version":"4.21.2"}}}`,
		"index.js": "require('express')().listen(5300)",
	}, "ACME_NPM_TOKEN!", []string{"npm ci"}, ""},
	"npm, a token": {map[string]string{
		".npmrc":       "engine-strict=true\n//npm.acme.test/:_authToken=" + "f00dcafe1234" + "\n",
		"package.json": `{"name":"portal","scripts":{"start":"node index.js","build":"tsc"},"dependencies":{"express":"4.21.2"}}`, "package-lock.json": `{"name":"portal","lockfileVersion":3,"packages":{"":{"name":"portal","dependencies":{"express":"4.21.2"}},"node_modules/express":{"version":"4.21.2"}}}`,
		"index.js": "require('express')().listen(5300)",
	}, "npmrc!=/app/.npmrc", []string{"npm ci", "npm run build"}, ".npmrc"},
	"npm, what git ignores": {map[string]string{
		".gitignore": ".npmrc\n", ".npmrc": "//npm.acme.test/:_authToken=" + "f00dcafe1234" + "\n",
		"package.json": `{"name":"portal","scripts":{"start":"node index.js"},"dependencies":{"express":"4.21.2"}}`, "index.js": "require('express')().listen(5300)",
	}, "npmrc!=/app/.npmrc", []string{"npm install"}, ".npmrc"},
	"npm, the public registry": {map[string]string{
		".npmrc":       "//registry.npmjs.org/:_authToken=${NPM_TOKEN}\n",
		"package.json": `{"name":"portal","scripts":{"start":"node index.js"},"dependencies":{"express":"4.21.2"}}`, "index.js": "require('express')().listen(5300)",
	}, "NPM_TOKEN", []string{"npm install"}, ""},
	"npm, no credential": {map[string]string{
		".npmrc":       "engine-strict=true\nregistry=https://npm.acme.test/\n# //npm.acme.test/:_authToken=${OLD}\n",
		"package.json": `{"name":"portal","scripts":{"start":"node index.js"},"dependencies":{"express":"4.21.2"}}`, "index.js": "require('express')().listen(5300)",
	}, "", nil, ""},
	"yarn": {map[string]string{
		".yarnrc.yml":  "nodeLinker: node-modules\nnpmScopes:\n  acme:\n    npmAuthToken: \"${YARN_TOKEN}\"\n    npmRegistryServer: \"${REGISTRY-https://npm.acme.test}\"\n",
		"package.json": `{"name":"portal","packageManager":"yarn@4.5.0","scripts":{"start":"node index.js"},"dependencies":{"express":"4.21.2"}}`, "yarn.lock": "__metadata:\n  version: 8\n", "index.js": "require('express')().listen(5300)",
	}, "YARN_TOKEN!", []string{"yarn install"}, ""},
	"env-cmd": {map[string]string{
		".env.production": "API_SECRET=" + "f00dcafe1234" + "\n", "package.json": `{"name":"portal","scripts":{"start":"node index.js","build":"env-cmd -f .env.production tsc"},"dependencies":{"express":"4"},"devDependencies":{"env-cmd":"10","typescript":"5"}}`,
		"index.js": "require('express')().listen(5300)",
	}, "env-production!=/app/.env.production", []string{"npm run build"}, ".env.production"},
	"pip": {map[string]string{
		"requirements.txt": "--extra-index-url https://${PIP_USER}:${PIP_PASS}@pypi.acme.test/simple\nflask==3\nacme-core==1\n", "app.py": "from flask import Flask\napp = Flask(__name__)\napp.run(host='0.0.0.0', port=5000)\n",
	}, "PIP_PASS! PIP_USER!", []string{"requirements.txt"}, ""},
	"pip.conf, netrc": {map[string]string{
		"pip.conf": "[global]\nindex-url = https://ci:" + "f00dcafe1234" + "@pypi.acme.test/simple\n", ".netrc": "machine git.acme.test login a password " + "f00dcafe1234" + "\n",
		"requirements.txt": "flask==3\n", "app.py": "from flask import Flask\napp = Flask(__name__)\napp.run(host='0.0.0.0', port=5000)\n",
	}, "netrc=/root/.netrc pip-conf!=/etc/pip.conf", []string{"requirements.txt"}, "pip.conf"},
	"poetry": {map[string]string{
		"pyproject.toml": "[tool.poetry]\nname = \"a\"\nversion = \"1\"\n[tool.poetry.dependencies]\npython = \"^3.12\"\nflask = \"3\"\n[[tool.poetry.source]]\nname = \"acme-pypi\"\nurl = \"https://pypi.acme.test/simple\"\n[[tool.poetry.source]]\nname = \"torch\"\nurl = \"https://download.pytorch.org/whl/cpu\"\n",
		"app.py":         "from flask import Flask\napp = Flask(__name__)\napp.run(host='0.0.0.0', port=5000)\n",
	}, "POETRY_HTTP_BASIC_ACME_PYPI_PASSWORD! POETRY_HTTP_BASIC_ACME_PYPI_USERNAME!", []string{"poetry install"}, ""},
	"uv": {map[string]string{
		"pyproject.toml": "[project]\nname = \"a\"\nversion = \"1\"\ndependencies = [\"flask\"]\n[[tool.uv.index]]\nname = \"acme\"\nurl = \"https://pypi.acme.example.org/simple\"\n", "uv.lock": "version = 1\n",
		"app.py": "from flask import Flask\napp = Flask(__name__)\napp.run(host='0.0.0.0', port=5000)\n",
	}, "UV_INDEX_ACME_PASSWORD UV_INDEX_ACME_USERNAME", []string{"uv sync"}, ""},
	"maven, variables": {map[string]string{
		".mvn/maven.config": "-s\n.mvn/settings.xml\n", ".mvn/settings.xml": "<settings>\n <servers><server><id>acme</id><username>${env.NEXUS_USER}</username><password>${env.NEXUS_PASSWORD}</password></server></servers>\n <mirrors><mirror><id>acme</id><mirrorOf>*</mirrorOf><url>https://nexus.acme.test/all</url></mirror></mirrors>\n</settings>\n",
		"pom.xml": springPom, "src/main/java/t/App.java": springApp,
	}, "NEXUS_PASSWORD! NEXUS_USER!", []string{"dependency:go-offline", "package"}, ""},
	"maven, a password": {map[string]string{
		"settings.xml": "<settings><servers><server><id>acme</id><password>" + "f00dcafe1234" + "</password></server></servers><mirrors><mirror><id>acme</id><url>https://nexus.acme.test/all</url></mirror></mirrors></settings>\n",
		"pom.xml":      springPom, "src/main/java/t/App.java": springApp,
	}, "maven-settings!=/app/settings.xml", []string{"-s settings.xml"}, "settings.xml"},
	"maven, for deploying": {map[string]string{
		"settings.xml": "<settings><servers><server><id>acme</id><password>${env.DEPLOY_PASSWORD}</password></server></servers></settings>\n",
		"pom.xml":      springPom, "src/main/java/t/App.java": springApp,
	}, "", nil, ""},
	"gradle": {map[string]string{
		"build.gradle": "plugins { id 'application' }\nrepositories { maven { url = 'https://nexus.acme.test/all'; credentials { username = System.getenv('NEXUS_USER'); password = findProperty('nexusPassword') } } }\n" +
			"publishing { repositories { maven { credentials { password = System.getenv('PUBLISH_TOKEN') } } } }\napplication { mainClass = 't.M' }\n",
		"settings.gradle": "rootProject.name = 'gp'\n", "src/main/java/t/M.java": javaServer,
	}, "NEXUS_USER! ORG_GRADLE_PROJECT_nexusPassword!", []string{"gradle --no-daemon"}, ""},
	"gradle.properties": {map[string]string{
		"gradle.properties": "org.gradle.jvmargs=-Xmx1g\nnexusPassword=" + "f00dcafe1234" + "\n", "build.gradle": "plugins { id 'application' }\napplication { mainClass = 't.M' }\n",
		"settings.gradle": "rootProject.name = 'gp'\n", "src/main/java/t/M.java": javaServer,
	}, "gradle-properties!=/app/gradle.properties", []string{"gradle --no-daemon"}, "gradle.properties"},
	"nuget": {map[string]string{
		"NuGet.Config": `<configuration><packageSources><add key="acme" value="https://nuget.acme.test/v3/index.json" /></packageSources><packageSourceCredentials><acme><add key="Username" value="%NUGET_USER%" /><add key="ClearTextPassword" value="%NUGET_PASS%" /></acme></packageSourceCredentials></configuration>`,
		"app.csproj":   `<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup></Project>`, "Program.cs": "var app = WebApplication.CreateBuilder(args).Build(); app.MapGet(\"/\", () => \"x\"); app.Run();\n",
	}, "NUGET_PASS! NUGET_USER!", []string{"dotnet restore", "dotnet publish"}, ""},
	"nuget, a password": {map[string]string{
		"nuget.config": `<configuration><packageSourceCredentials><acme><add key="Username" value="ci" /><add key="ClearTextPassword" value="` + "f00dcafe1234" + `" /></acme></packageSourceCredentials></configuration>`,
		"app.csproj":   `<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup></Project>`, "Program.cs": "var app = WebApplication.CreateBuilder(args).Build(); app.MapGet(\"/\", () => \"x\"); app.Run();\n",
	}, "nuget-config!=/app/nuget.config", []string{"dotnet restore"}, "nuget.config"},
	"composer": {map[string]string{
		"composer.json": `{"require":{"php":"^8.3","slim/slim":"4","acme/core":"1"},"repositories":[{"type":"composer","url":"https://satis.acme.test"}]}`, "composer.lock": `{"packages":[]}`,
		"public/index.php": "<?php require __DIR__.'/../vendor/autoload.php'; $app = Slim\\Factory\\AppFactory::create(); $app->run();\n",
	}, "COMPOSER_AUTH!", []string{"composer install"}, ""},
	"composer, auth.json": {map[string]string{
		"composer.json": `{"require":{"php":"^8.3","slim/slim":"4"}}`, "composer.lock": `{"packages":[]}`, "auth.json": `{"http-basic":{"satis.acme.test":{"username":"ci","password":"` + "f00dcafe1234" + `"}}}`,
		"public/index.php": "<?php require __DIR__.'/../vendor/autoload.php'; $app = Slim\\Factory\\AppFactory::create(); $app->run();\n",
	}, "composer-auth!=/app/auth.json", []string{"composer install"}, "auth.json"},
	"bundler": {map[string]string{
		"Gemfile": "source \"https://rubygems.org\"\ngem \"sinatra\"\nsource \"https://gems.acme-corp.test\" do\n  gem \"acme\"\nend\n", "Gemfile.lock": "GEM\n  specs:\n    sinatra (4.0.0)\n", "app.rb": "require 'sinatra'\nget('/') { 'x' }\n",
	}, "BUNDLE_GEMS__ACME___CORP__TEST!", []string{"bundle install"}, ""},
	"cargo": {map[string]string{
		".cargo/config.toml": "[registries]\nacme = { index = \"sparse+https://cargo.acme.test/index/\" }\n", "Cargo.toml": "[package]\nname = \"a\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[dependencies]\nacme-core = { version = \"1\", registry = \"acme\" }\n",
		"src/main.rs": "use std::net::TcpListener;\nfn main() { let l = TcpListener::bind(\"0.0.0.0:8080\").unwrap(); for _ in l.incoming() {} }\n",
	}, "CARGO_REGISTRIES_ACME_TOKEN!", []string{"cargo build"}, ""},
	"go": {map[string]string{
		"go.mod": "module example.org/a\n\ngo 1.24\n\nrequire git.acme.test/core v1.2.3\n", "main.go": "package main\n\nimport \"net/http\"\n\nfunc main() { http.ListenAndServe(\":8080\", nil) }\n",
	}, "netrc!=/root/.netrc", []string{"go build"}, ""},
	"go, netrc": {map[string]string{
		"go.mod": "module example.org/a\n\ngo 1.24\n", ".netrc": "machine github.com login x password " + "f00dcafe1234" + "\n", "main.go": "package main\n\nimport \"net/http\"\n\nfunc main() { http.ListenAndServe(\":8080\", nil) }\n",
	}, "netrc=/root/.netrc", []string{"go build"}, ".netrc"},
	"assets of another language": {map[string]string{
		".npmrc": "//npm.acme.test/:_authToken=" + "f00dcafe1234" + "\n", "package.json": `{"scripts":{"build":"vite build"},"devDependencies":{"vite":"5"}}`, "package-lock.json": `{"lockfileVersion":3,"packages":{}}`,
		"requirements.txt": "flask==3\n", "app.py": "from flask import Flask\napp = Flask(__name__, static_folder='dist')\napp.run(host='0.0.0.0', port=5000)\n",
	}, "npmrc!=/app/.npmrc", []string{"npm ci"}, ".npmrc"},
}

const (
	springPom = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>t</groupId><artifactId>priv</artifactId><version>1.0</version>
<parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId><version>3.4.1</version></parent><properties><java.version>21</java.version></properties>
<dependencies><dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId></dependency></dependencies>
<build><plugins><plugin><groupId>org.springframework.boot</groupId><artifactId>spring-boot-maven-plugin</artifactId></plugin></plugins></build></project>`
	springApp  = "package t;\n@org.springframework.boot.autoconfigure.SpringBootApplication\npublic class App { public static void main(String[] a) { org.springframework.boot.SpringApplication.run(App.class, a); } }\n"
	javaServer = "package t;\nimport com.sun.net.httpserver.HttpServer;\npublic class M { public static void main(String[] a) throws Exception { HttpServer.create(new java.net.InetSocketAddress(5072), 0).start(); } }\n"
)

// onlyService analyses a project with the rules alone.
func onlyService(t *testing.T, dir string) *pipeline.Outcome {
	t.Helper()
	r, err := repo.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	out, err := analysis.New().Execute(t.Context(), pipeline.Run{ID: "test", Repo: r, Mode: "static"})
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Documents) != 1 {
		t.Fatalf("%d services", len(out.Documents))
	}
	return out
}

// TestBuildsThatSignIn holds for each ecosystem that the plan names what the build
// signs in with, that every step which needs it has it, and that no line copies it.
func TestBuildsThatSignIn(t *testing.T) {
	for name, test := range signingIn {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			repotest.LayOut(t, dir, test.files)
			doc := onlyService(t, dir).Documents[0]
			var got []string
			for _, s := range doc.Build.Secrets {
				one := s.ID
				if s.Required {
					one += "!"
				}
				if s.Target != "" {
					one += "=" + s.Target
				}
				got = append(got, one)
			}
			slices.Sort(got)
			if strings.Join(got, " ") != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
			for _, p := range validate.New(nil).Document(doc) {
				if p.Rule == "build_secrets" {
					t.Errorf("%s: %s", p.Path, p.Message)
				}
			}
			text, err := export.Dockerfile(doc, export.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, step := range test.steps {
				found := false
				for run := range strings.SplitSeq(strings.ReplaceAll(text.Content, "\\\n", " "), "\n") {
					if strings.HasPrefix(run, "RUN ") && strings.Contains(run, step) {
						found = true
						for _, s := range doc.Build.Secrets {
							if !strings.Contains(run, "--mount=type=secret,id="+s.ID) {
								t.Errorf("%s is not given to: %s", s.ID, run)
							}
						}
					}
				}
				if !found {
					t.Errorf("no step %s in\n%s", step, text.Content)
				}
			}
			if strings.Contains(text.Content, "f00dcafe1234") {
				t.Error("the secret itself is in the Dockerfile")
			}
			if b, _ := universalbuild.WriteJSON([]universalbuild.UniversalBuild{doc}); strings.Contains(string(b), "f00dcafe1234") {
				t.Error("the secret itself is in the plan")
			}
			if test.not != "" && slices.Contains(doc.Build.Manifests, test.not) {
				t.Errorf("%s is copied: %q", test.not, doc.Build.Manifests)
			}
			if name == "npm, no credential" && !slices.Contains(doc.Build.Manifests, ".npmrc") {
				t.Errorf("the install does not see .npmrc: %q", doc.Build.Manifests)
			}
			found, err := export.SearchIn(t.Context(), dir, []universalbuild.UniversalBuild{doc}, export.Known{})
			if err != nil {
				t.Fatal(err)
			}
			if in, _ := found.Told(); len(in) > 0 {
				t.Errorf("comes into the image: %q", in)
			}
		})
	}
}
