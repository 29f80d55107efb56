package jvm

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// frameworkIn finds the framework among dependencies that are needed to run.
func frameworkIn(in *language.Folder, deps []language.Dependency) (language.Framework, finding.Evidence, bool) {
	for _, libraries := range []bool{false, true} {
		for _, f := range frameworks {
			if f.Library != libraries {
				continue
			}
			if d, ok := language.FirstDeclared(deps, f.Needs...); ok {
				return f, in.AtDependency("java.framework", d), true
			}
		}
	}
	return language.Framework{}, finding.Evidence{}, false
}

func framework(p *language.Project) finding.Finding[string] {
	if f, why, ok := frameworkIn(p.Folder, p.Deps); ok {
		return finding.Of(f.Name, finding.Certain, why)
	}
	if m, ok := moduleOf(p.Folder); ok {
		switch {
		case m.output == bootJar:
			return finding.Of("Spring Boot", finding.Certain, m.why)
		case m.quarkus:
			return finding.Of("Quarkus", finding.Certain, m.why)
		}
	}
	return finding.Finding[string]{}
}

// serves are texts of sources that listen without any framework.
var serves = []string{
	"com.sun.net.httpserver", "ServerSocket(", "ServerSocketChannel.", "ServerBuilder.forPort", "static io.grpc.ServerBuilder.",
	"DatagramSocket(", "HttpServer.create",
}

// endless are texts of sources that run for ever without listening.
var endless = []string{"while (true)", "while(true)", "for (;;)", "scheduleAtFixedRate", "scheduleWithFixedDelay", ".awaitTermination("}

// consumers are dependencies of programs that wait for messages or times.
var consumers = []string{
	"org.springframework.boot:spring-boot-starter-amqp", "org.springframework.boot:spring-boot-starter-kafka", "org.springframework.kafka:*",
	"org.springframework.boot:spring-boot-starter-artemis", "org.springframework.boot:spring-boot-starter-activemq",
	"org.springframework.boot:spring-boot-starter-pulsar",
	"org.springframework.boot:spring-boot-starter-quartz", "org.springframework.boot:spring-boot-starter-integration",
	"org.springframework.cloud:spring-cloud-stream*", "org.springframework.cloud:spring-cloud-starter-stream*",
	"io.awspring.cloud:spring-cloud-aws-starter-sqs",
}

// silentStarters are Spring Boot starters that listen to nothing.
var silentStarters = map[string]bool{
	"spring-boot-starter": true, "spring-boot-starter-batch": true, "spring-boot-starter-jdbc": true, "spring-boot-starter-logging": true,
	"spring-boot-starter-aop": true, "spring-boot-starter-validation": true, "spring-boot-starter-json": true, "spring-boot-starter-mail": true,
	"spring-boot-starter-cache": true, "spring-boot-starter-data-jpa": true, "spring-boot-starter-data-jdbc": true, "spring-boot-starter-data-mongodb": true,
	"spring-boot-starter-data-redis": true, "spring-boot-starter-jooq": true, "spring-boot-starter-log4j2": true, "spring-boot-starter-test": true,
	"spring-boot-starter-security": true, "spring-boot-starter-freemarker": true,
	"spring-boot-devtools": true, "spring-boot-configuration-processor": true, "spring-boot-docker-compose": true, "spring-boot-dependencies": true,
	"spring-boot-starter-parent": true, "spring-boot-autoconfigure": true, "spring-boot": true,
}

// roleOf says what a module is to a deployment, and why.
func roleOf(m *module) (language.Role, universalbuild.Kind, finding.Evidence) {
	if m.quarkus {
		return m.quarkusRole()
	}
	switch m.output {
	case aggregate:
		return language.Unknown, "", m.why
	case library, mobile:
		return language.Library, "", m.why
	case war, server:
		if m.ownedByEar() {
			return language.Library, "", m.why
		}
		return language.Service, universalbuild.Web, m.why
	case function, libsJar:
		return language.Service, universalbuild.Web, m.why
	case bootJar:
		return m.bootRole()
	}
	if why, ok := m.partOfAnother(); ok {
		return language.Library, "", why
	}
	f, why, ok := frameworkIn(m.folder, m.deps)
	switch {
	case ok && f.Kind != "":
		return language.Service, f.Kind, why
	case ok && f.Name == "Spring Boot":
		return m.bootRole()
	case ok && f.Name == "Micronaut":
		if why, program := m.runsPicocli(); program {
			return language.Program, universalbuild.CLI, why
		}
		return language.Service, universalbuild.Web, why
	case ok:
		return language.Service, universalbuild.Web, why
	}
	if why, ok := sourceUses(m.folder, serves...); ok {
		return language.Service, universalbuild.Web, why
	}
	if d, ok := language.FirstDeclared(m.deps, consumers...); ok {
		return language.Service, universalbuild.Worker, m.folder.AtDependency("java.consumer", d)
	}
	if why, ok := sourceUses(m.folder, endless...); ok {
		return language.Service, universalbuild.Worker, why
	}
	return language.Program, universalbuild.CLI, m.why
}

// Quarkus' extensions that open no port for HTTP, by the beginnings of their
// names, and those of them that wait for messages or times
// (https://quarkus.io/extensions/).
var (
	quarkusSilent = []string{
		"quarkus-messaging", "quarkus-smallrye-reactive-messaging", "quarkus-kafka-client", "quarkus-scheduler",
		"quarkus-quartz", "quarkus-arc", "quarkus-jackson", "quarkus-jsonb", "quarkus-core",
		"quarkus-jdbc", "quarkus-hibernate", "quarkus-agroal", "quarkus-config-yaml", "quarkus-logging",
		"quarkus-mongodb", "quarkus-redis-client", "quarkus-narayana", "quarkus-reactive",
		"quarkus-flyway", "quarkus-liquibase", "quarkus-container-image", "quarkus-kubernetes", "quarkus-mailer",
		"quarkus-junit", "quarkus-bom", "quarkus-smallrye-fault-tolerance", "quarkus-mutiny", "quarkus-rest-client",
		"quarkus-picocli",
	}
	quarkusWaits = []string{"quarkus-messaging", "quarkus-smallrye-reactive-messaging", "quarkus-kafka-client", "quarkus-scheduler", "quarkus-quartz"}
)

// quarkusRole tells a program that only waits for messages from one that serves:
// Quarkus opens its port only where an extension asks for HTTP.
func (m *module) quarkusRole() (language.Role, universalbuild.Kind, finding.Evidence) {
	begins := func(artifact string, with []string) bool {
		return slices.ContainsFunc(with, func(begin string) bool { return strings.HasPrefix(artifact, begin) })
	}
	var waits language.Dependency
	for _, d := range m.deps {
		group, artifact := split(d.Name)
		switch {
		case d.Dev:
		case d.Local != "", !strings.HasPrefix(group, "io.quarkus") && strings.HasPrefix(artifact, "quarkus-"), strings.HasPrefix(group, "io.quarkus") && !begins(artifact, quarkusSilent):
			return language.Service, universalbuild.Web, m.why
		case begins(artifact, quarkusWaits):
			waits = d
		}
	}
	switch d, program := language.FirstDeclared(m.deps, commandMode); {
	case waits.Name == "" && program:
		return language.Program, universalbuild.CLI, m.folder.AtDependency("java.command_mode", d)
	case waits.Name == "":
		return language.Service, universalbuild.Web, m.why
	}
	return language.Service, universalbuild.Worker, m.folder.AtDependency("java.consumer", waits)
}

// bootRole tells a Spring Boot web application from a worker and from a
// program: by the starters, as Spring Boot itself decides by the class path.
func (m *module) bootRole() (language.Role, universalbuild.Kind, finding.Evidence) {
	silent := false
	none, webless := m.webless()
	for _, d := range m.deps {
		group, artifact := split(d.Name)
		if d.Dev || webless {
			continue
		}
		if group == "org.springframework.boot" || group == "org.springframework.cloud" || group == "de.codecentric" {
			if !silentStarters[artifact] && !silentCloud[artifact] {
				if _, consumer := language.FirstDeclared([]language.Dependency{d}, consumers...); !consumer && artifact != "spring-boot-starter-actuator" {
					return language.Service, universalbuild.Web, m.folder.AtDependency("java.spring_web", d)
				}
			}
			silent = true
		} else if d.Local != "" {
			return language.Service, universalbuild.Web, m.why // the starter may come with the other module
		}
	}
	if why, ok := sourceUses(m.folder, "@RestController", "@Controller", "RouterFunction"); ok {
		return language.Service, universalbuild.Web, why
	}
	if d, ok := language.FirstDeclared(m.deps, consumers...); ok {
		return language.Service, universalbuild.Worker, m.folder.AtDependency("java.consumer", d)
	}
	if why, ok := sourceUses(m.folder, "@Scheduled", "@KafkaListener", "@RabbitListener", "@JmsListener"); ok {
		return language.Service, universalbuild.Worker, why
	}
	if f, why, ok := frameworkIn(m.folder, m.deps); ok && f.Kind != "" {
		return language.Service, f.Kind, why
	}
	if webless {
		return language.Program, universalbuild.CLI, none
	}
	if d, ok := language.FirstDeclared(m.deps, shells...); ok {
		return language.Program, universalbuild.CLI, m.folder.AtDependency("java.shell", d)
	}
	if silent {
		return language.Program, universalbuild.CLI, m.why
	}
	return language.Service, universalbuild.Web, m.why
}

// silentCloud are Spring Cloud parts that a program without a port uses too.
var silentCloud = map[string]bool{
	"spring-cloud-starter-config": true, "spring-cloud-starter-bootstrap": true, "spring-cloud-dependencies": true,
	"spring-cloud-starter-task": true, "spring-cloud-starter-kubernetes-client": true,
}

// partOfAnother reports whether a module is built into another one that is
// packaged, and itself is a plain jar whose build says of no class that it
// starts: a main method of its own is for whoever develops it.
// https://maven.apache.org/guides/mini/guide-multiple-modules.html
func (m *module) partOfAnother() (finding.Evidence, bool) {
	if m.system != "maven" || m.output != plain || path.Base(m.mainWhy.Path) == "pom.xml" {
		return finding.Evidence{}, false
	}
	for _, dir := range mavenReactor(m.root).dirs {
		folder := m.folder.Reader().Folder(dir)
		other, ok := mavenRead(folder)
		if !ok || dir == m.folder.Path || other.pom.Packaging == "pom" {
			continue
		}
		for _, d := range other.dependencies() {
			if _, artifact := split(d.Name); artifact == m.maven.pom.ArtifactID && !d.Dev {
				return folder.AtDependency("java.part", d), true
			}
		}
	}
	return finding.Evidence{}, false
}

// ownedByEar reports whether an ear of the same build carries the module.
func (m *module) ownedByEar() bool {
	if m.system != "maven" || m.maven.pom.Packaging == "ear" {
		return false
	}
	for _, dir := range mavenReactor(m.root).dirs {
		other, ok := mavenRead(m.folder.Reader().Folder(dir))
		if !ok || other.pom.Packaging != "ear" {
			continue
		}
		for _, d := range other.dependencies() {
			if _, artifact := split(d.Name); artifact == m.maven.pom.ArtifactID {
				return true
			}
		}
	}
	return false
}
