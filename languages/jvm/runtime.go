package jvm

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// runtime says what the runtime image takes over.
func (b *build) runtime(r *language.Recipe) {
	take := func(from, to string) {
		r.Runtime.Copy = append(r.Runtime.Copy, universalbuild.Copy{From: from, To: to})
		r.Build.Artifacts = append(r.Build.Artifacts, from)
	}
	// A JVM takes a quarter of the container's memory for its heap by itself.
	r.Runtime.Environment["JAVA_TOOL_OPTIONS"] = "-XX:MaxRAMPercentage=75.0"
	switch b.m.output {
	case quarkus:
		build := map[string]string{"maven": "target", "gradle": "build"}[b.m.system]
		take(b.m.in(b.context, build+"/quarkus-app"), ".")
	case install:
		from := b.m.in(b.context, "build/install/"+script(b.m))
		if b.m.main == "" {
			take(from, ".")
		} else {
			take(from+"/lib", "lib")
		}
	case war:
		b.tomcat(r)
		take("ROOT", "/usr/local/tomcat/webapps/ROOT")
	case server:
		b.wildfly(r, take)
	default:
		name := "app.jar"
		if b.m.isWar {
			name = "app.war"
		}
		take(name, name)
		b.besides(take)
		b.fixPort(r)
		b.fixDialect(r)
	}
}

// fixPort gives a Spring application that asks for any free port, as those do
// that register themselves somewhere, the one that the image exposes.
func (b *build) fixPort(r *language.Recipe) {
	if v, ok := configured(b.m.folder, "server.port"); ok && v.text == "0" && b.m.output == bootJar && b.p.Port.Found() {
		r.Runtime.Environment["SERVER_PORT"] = strconv.Itoa(b.p.Port.Value)
		r.Why = append(r.Why, language.Reason{Field: "/runtime/environment/SERVER_PORT", Confidence: finding.Certain, Evidence: v.where})
	}
}

// besides takes over what a jar needs beside it.
func (b *build) besides(take func(from, to string)) {
	switch {
	case b.m.output == libsJar:
		take(b.m.in(b.context, "target/libs"), "libs")
	case b.m.output == function:
		take("invoker.jar", "invoker.jar")
		take(b.m.in(b.context, "target/lib"), "lib")
	case b.m.output == plain && !bare(b.m):
		lib := map[string]string{"maven": "target/lib", "gradle": "build/runtime-libs"}[b.m.system]
		take(b.m.in(b.context, lib), "lib")
	}
	if args := arguments(b.m); len(args) == 2 {
		take(b.m.in(b.context, args[1]), args[1])
	}
}

// tomcat picks the servlet container: version 9 for javax, 10.1 for jakarta.
func (b *build) tomcat(r *language.Recipe) {
	version := "10.1"
	if why, ok := b.javax(); ok {
		version = "9.0"
		r.Why = append(r.Why, language.Reason{Field: "/runtime/base_image", Confidence: finding.Certain, Evidence: why})
	}
	r.Runtime.BaseImage = fmt.Sprintf("tomcat:%s-jre%d-temurin", version, max(jdkImage(b.level, true), 17))
	delete(r.Runtime.Environment, "JAVA_TOOL_OPTIONS")
	r.Runtime.Environment["CATALINA_OPTS"] = "-XX:MaxRAMPercentage=75.0"
}

// javax reports whether the program was written against Java EE 8 or older.
func (b *build) javax() (finding.Evidence, bool) {
	if d, ok := language.FirstDeclared(b.m.deps, "javax.servlet:*", "javax.servlet.jsp:*", "javax:javaee*", "javax.ws.rs:*", "javax.ejb:*"); ok {
		return b.m.folder.AtDependency("java.javax", d), true
	}
	return sourceUses(b.m.folder, "import javax.servlet.", "import javax.ejb.", "import javax.ws.rs.")
}

// wildfly deploys to a full application server.
func (b *build) wildfly(r *language.Recipe, take func(from, to string)) {
	r.Runtime.BaseImage = "quay.io/wildfly/wildfly:34.0.1.Final-jdk17"
	if why, ok := b.javax(); ok {
		r.Runtime.BaseImage = "quay.io/wildfly/wildfly:26.1.3.Final-jdk17"
		r.Why = append(r.Why, language.Reason{Field: "/runtime/base_image", Confidence: finding.Certain, Evidence: why})
	}
	r.Runtime.Setup = []string{"chown -R 10001:10001 /opt/jboss/wildfly/standalone"}
	delete(r.Runtime.Environment, "JAVA_TOOL_OPTIONS")
	name := "app.ear"
	to := "app.ear"
	if b.m.isWar {
		name, to = "app.war", "ROOT.war"
	}
	take(name, "/opt/jboss/wildfly/standalone/deployments/"+to)
}

// buildFolders are where build tools leave what a Procfile may name.
const buildFolders = language.Pattern(`(?:^|[\s"'=:])((?:[\w.-]+/)*(?:target|build)/[\w./*-]+)`)

// keepStart takes over what a start command from elsewhere, a Procfile, names
// in the build's folders, at the same place.
func (b *build) keepStart(r *language.Recipe) {
	if !b.p.Start.Found() {
		return
	}
	seen := map[string]bool{}
	for _, c := range r.Runtime.Copy {
		seen[c.From] = true
	}
	for _, word := range b.p.Start.Value.Command {
		for _, found := range buildFolders.Regexp().FindAllStringSubmatch(word, 10) {
			from := found[1]
			if i := strings.IndexByte(from, '*'); i >= 0 {
				from = path.Dir(from[:i] + "x")
			}
			if i := strings.Index(from, "/bin/"); i > 0 {
				from = from[:i]
			}
			if !seen[from] {
				seen[from] = true
				r.Runtime.Copy = append(r.Runtime.Copy, universalbuild.Copy{From: from, To: from})
				r.Build.Artifacts = append(r.Build.Artifacts, from)
			}
		}
	}
}
