package jvm

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// frameworks are recognised by "group:artifact". Those marked as a library
// name a service only where no framework does.
var frameworks = []language.Framework{
	{Name: "Grails", Needs: []string{"org.grails:*", "org.apache.grails:*"}, Port: 8080, StartPeriod: "60s"},
	{Name: "Quarkus", Needs: []string{"io.quarkus:*", "io.quarkus.platform:*"}, Port: 8080, PortVariable: "QUARKUS_HTTP_PORT"},
	{Name: "Micronaut", Needs: []string{"io.micronaut:*", "io.micronaut.*"}, Port: 8080, PortVariable: "MICRONAUT_SERVER_PORT"},
	{Name: "Spring Boot", Needs: []string{"org.springframework.boot:spring-boot*", "org.springframework.cloud:spring-cloud-starter*", "org.springframework.cloud:spring-cloud-config-server", "de.codecentric:spring-boot-admin*"}, Port: 8080, PortVariable: "SERVER_PORT", StartPeriod: "60s"},
	{Name: "Helidon", Needs: []string{"io.helidon*"}, Port: 8080, PortVariable: "SERVER_PORT"},
	{Name: "Ktor", Needs: []string{"io.ktor:ktor-server*"}, Port: 8080},
	{Name: "Dropwizard", Needs: []string{"io.dropwizard:dropwizard-core"}, Port: 8080},
	{Name: "Play", Needs: []string{"org.playframework:play*", "com.typesafe.play:play*"}, Port: 9000},
	{Name: "http4s", Needs: []string{"org.http4s:http4s-ember-server*", "org.http4s:http4s-blaze-server*", "org.http4s:http4s-dsl*"}, Port: 8080},
	{Name: "Pekko HTTP", Needs: []string{"org.apache.pekko:pekko-http*"}, Port: 8080},
	{Name: "Akka HTTP", Needs: []string{"com.typesafe.akka:akka-http*"}, Port: 8080},
	{Name: "ZIO HTTP", Needs: []string{"dev.zio:zio-http*", "io.d11:zhttp*"}, Port: 8080},
	{Name: "Scalatra", Needs: []string{"org.scalatra:scalatra*"}, Port: 8080},
	{Name: "Cask", Needs: []string{"com.lihaoyi:cask*"}, Port: 8080},
	{Name: "Finatra", Needs: []string{"com.twitter:finatra-http*"}, Port: 8888},
	{Name: "Finagle", Needs: []string{"com.twitter:finagle-http*"}, Port: 8080},
	{Name: "Tapir", Needs: []string{"com.softwaremill.sttp.tapir:*"}, Port: 8080, Library: true},
	{Name: "Javalin", Needs: []string{"io.javalin:javalin*"}, Port: 8080},
	{Name: "Spark", Needs: []string{"com.sparkjava:spark-*", "com.sparkjava:spark"}, Port: 4567},
	{Name: "Vert.x", Needs: []string{"io.vertx:vertx-web*", "io.vertx:vertx-core", "io.vertx:vertx-lang-*"}, Port: 8888},
	{Name: "Ratpack", Needs: []string{"io.ratpack:*"}, Port: 5050},
	{Name: "Jooby", Needs: []string{"io.jooby:*", "org.jooby:*"}, Port: 8080},
	{Name: "http4k", Needs: []string{"org.http4k:http4k-server-*", "org.http4k:http4k-core"}, Port: 9000},
	{Name: "Armeria", Needs: []string{"com.linecorp.armeria:*"}, Port: 8080},
	{Name: "Vaadin", Needs: []string{"com.vaadin:vaadin*"}, Port: 8080},
	{Name: "Functions Framework", Needs: []string{"com.google.cloud.functions:functions-framework-api"}, Port: 8080},
	{Name: "WildFly", Needs: []string{"org.wildfly.swarm:*", "io.thorntail:*"}, Port: 8080},
	{Name: "Struts", Needs: []string{"org.apache.struts:struts2-core"}, Port: 8080},
	{Name: "Spring MVC", Needs: []string{"org.springframework:spring-webmvc", "org.springframework:spring-webflux"}, Port: 8080, Library: true},
	{Name: "Jersey", Needs: []string{"org.glassfish.jersey.containers:*"}, Port: 8080, Library: true},
	{Name: "gRPC", Needs: []string{"io.grpc:grpc-netty*", "io.grpc:grpc-services"}, Port: 50051, Library: true},
	{Name: "Jetty", Needs: []string{"org.eclipse.jetty:jetty-server", "org.eclipse.jetty.*"}, Port: 8080, Library: true},
	{Name: "Undertow", Needs: []string{"io.undertow:undertow-core"}, Port: 8080, Library: true},
	{Name: "Tomcat", Needs: []string{"org.apache.tomcat.embed:*"}, Port: 8080, Library: true},
	{Name: "Netty", Needs: []string{"io.netty:netty-all", "io.netty:netty-codec-http", "io.projectreactor.netty:*"}, Port: 8080, Library: true},
	{Name: "JDA", Needs: []string{"net.dv8tion:JDA"}, Kind: universalbuild.Worker},
	{Name: "Discord4J", Needs: []string{"com.discord4j:discord4j-core"}, Kind: universalbuild.Worker},
	{Name: "Javacord", Needs: []string{"org.javacord:javacord"}, Kind: universalbuild.Worker},
	{Name: "Kord", Needs: []string{"dev.kord:kord-core*"}, Kind: universalbuild.Worker},
	{Name: "TelegramBots", Needs: []string{"org.telegram:telegrambots*"}, Kind: universalbuild.Worker},
	{Name: "Kafka Streams", Needs: []string{"org.apache.kafka:kafka-streams"}, Kind: universalbuild.Worker, Library: true},
	{Name: "Temporal", Needs: []string{"io.temporal:temporal-sdk"}, Kind: universalbuild.Worker, Library: true},
}

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
	"org.springframework.boot:spring-boot-starter-artemis", "org.springframework.boot:spring-boot-starter-activemq", "org.springframework.boot:spring-boot-starter-pulsar",
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
		"quarkus-messaging", "quarkus-smallrye-reactive-messaging", "quarkus-kafka-client", "quarkus-scheduler", "quarkus-quartz", "quarkus-arc", "quarkus-jackson", "quarkus-jsonb", "quarkus-core",
		"quarkus-jdbc", "quarkus-hibernate", "quarkus-agroal", "quarkus-config-yaml", "quarkus-logging", "quarkus-mongodb", "quarkus-redis-client", "quarkus-narayana", "quarkus-reactive",
		"quarkus-flyway", "quarkus-liquibase", "quarkus-container-image", "quarkus-kubernetes", "quarkus-mailer", "quarkus-junit", "quarkus-bom", "quarkus-smallrye-fault-tolerance", "quarkus-mutiny", "quarkus-rest-client",
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
	if waits.Name == "" {
		return language.Service, universalbuild.Web, m.why
	}
	return language.Service, universalbuild.Worker, m.folder.AtDependency("java.consumer", waits)
}

// bootRole tells a Spring Boot web application from a worker and from a
// program: by the starters, as Spring Boot itself decides by the class path.
func (m *module) bootRole() (language.Role, universalbuild.Kind, finding.Evidence) {
	silent := false
	for _, d := range m.deps {
		group, artifact := split(d.Name)
		if d.Dev {
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
