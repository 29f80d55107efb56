//go:build lab

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/moby/buildkit/client"
	"github.com/tonistiigi/fsutil"
)

// builds are the smallest that fetch a dependency, one for each package manager.
var builds = map[string]string{
	"npm": `FROM node:22-bookworm-slim
WORKDIR /src
RUN npm install is-odd@3.0.1 && node -e 'process.exit(require("is-odd")(3) ? 0 : 1)'`,
	"npm in a Go image": `FROM golang:1.26-bookworm
COPY --from=node:22-bookworm-slim /usr/local/bin/node /usr/local/bin/
COPY --from=node:22-bookworm-slim /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN make --version && g++ --version && curl --version && node /usr/local/lib/node_modules/npm/bin/npm-cli.js install is-odd@3.0.1`,
	"go": `FROM golang:1.26-bookworm
WORKDIR /src
COPY <<EOF main.go
package main
import "rsc.io/quote"
func main() { println(quote.Hello()) }
EOF
RUN go mod init example.com/hello && go get rsc.io/quote@v1.5.2 && go run .`,
	"pip": `FROM python:3.12-slim-bookworm
RUN pip install --no-cache-dir six==1.17.0 && python -c 'import six'`,
	"pip on Python 3.10": `FROM python:3.10-slim-bookworm
RUN pip install --no-cache-dir six==1.17.0 && python -c 'import six'`,
	"pip on Debian's Python": `FROM python:3.14-slim-bookworm
RUN pip install --no-cache-dir six==1.17.0 && python -c 'import six'`,
	"cargo": `FROM rust:1.95-bookworm
WORKDIR /src
RUN cargo init --name hello && cargo add itoa@1.0.15 && cargo build`,
	"maven": `FROM maven:3.9-eclipse-temurin-21
WORKDIR /src
COPY <<EOF pom.xml
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>hello</groupId><artifactId>hello</artifactId><version>1</version>
<properties><maven.compiler.release>21</maven.compiler.release></properties>
<dependencies><dependency><groupId>com.google.code.gson</groupId><artifactId>gson</artifactId><version>2.11.0</version></dependency></dependencies></project>
EOF
COPY <<EOF src/main/java/Hello.java
public class Hello { public static void main(String[] a) { System.out.println(new com.google.gson.Gson().toJson("hello")); } }
EOF
RUN mvn -B -q package && ls target/hello-1.jar`,
	"the certificates of Java": `FROM eclipse-temurin:17-jdk
COPY <<EOF /Get.java
public class Get { public static void main(String[] a) throws Exception { new java.net.URL("https://repo.maven.apache.org/maven2/").openConnection().getHeaderField("Date"); new java.net.URL("https://repo.maven.apache.org/maven2/com/google/code/gson/gson/maven-metadata.xml").openStream().close(); } }
EOF
RUN java /Get.java`,
	"tomcat": `FROM tomcat:10.1-jre17-temurin
RUN mkdir webapps/ROOT && echo hello >webapps/ROOT/index.html && test -d webapps.dist/manager && (setpriv --reuid=1000 --regid=1000 --clear-groups catalina.sh run & for i in 1 2 3 4 5 6 7 8 9; do sleep 2; curl -s http://127.0.0.1:8080/ | grep hello && exit; done; exit 1)`,
	"composer, which needs none": `FROM composer:2
RUN echo '{"autoload":{"psr-4":{"App":"src"}}}' | sed 's/App/App\\\\/' >composer.json && composer install && ls vendor/autoload.php`,
}

// TestBuildsReachTheirRegistries builds each, without what an earlier one left.
func TestBuildsReachTheirRegistries(t *testing.T) {
	c, err := client.New(t.Context(), os.Getenv("AIPACK_BUILDER"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for name, dockerfile := range builds {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "Dockerfile"), []byte(dockerfile+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			files, err := fsutil.NewFS(dir)
			if err != nil {
				t.Fatal(err)
			}
			var said strings.Builder
			status, done := make(chan *client.SolveStatus), make(chan struct{})
			go func() {
				defer close(done)
				for s := range status {
					for _, log := range s.Logs {
						said.Write(log.Data)
					}
				}
			}()
			_, err = c.Solve(t.Context(), nil, client.SolveOpt{
				Frontend: "dockerfile.v0", FrontendAttrs: map[string]string{"no-cache": ""}, LocalMounts: map[string]fsutil.FS{"context": files, "dockerfile": files},
			}, status)
			if <-done; err != nil {
				t.Errorf("%v\n%s", err, tail(said.String(), 20))
			}
		})
	}
}
