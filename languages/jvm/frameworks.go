package jvm

import (
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// clojureFrameworks are what its programs are made with: by which packages each is known, and the
// port that it listens on unless it is told another.
var clojureFrameworks = []language.Framework{
	{Name: "Luminus", Needs: []string{"luminus*", "luminus/*", "kit-clj/*", "io.github.kit-clj/*"}, Port: 3000},
	{Name: "Pedestal", Needs: []string{"io.pedestal/pedestal.*"}, Port: 8080},
	{Name: "Compojure", Needs: []string{"compojure", "compojure/compojure", "metosin/compojure-api"}, Port: 3000},
	{Name: "Ring", Needs: []string{"ring", "ring/*", "lein-ring"}, Port: 3000},
	{Name: "Reitit", Needs: []string{"metosin/reitit*"}, Port: 3000},
	{Name: "http-kit", Needs: []string{"http-kit", "http-kit/http-kit"}, Port: 8090},
	{Name: "Aleph", Needs: []string{"aleph", "aleph/aleph"}, Port: 8080},
	{Name: "Fulcro", Needs: []string{"com.fulcrologic/fulcro"}, Port: 3000},
}

// frameworks are recognised by "group:artifact". Those marked as a library
// name a service only where no framework does.
var frameworks = []language.Framework{
	{Name: "Grails", Needs: []string{"org.grails:*", "org.apache.grails:*"}, Port: 8080, StartPeriod: "60s"},
	{Name: "Quarkus", Needs: []string{"io.quarkus:*", "io.quarkus.platform:*"}, Port: 8080, PortVariable: "QUARKUS_HTTP_PORT"},
	{Name: "Micronaut", Needs: []string{"io.micronaut:*", "io.micronaut.*"}, Port: 8080, PortVariable: "MICRONAUT_SERVER_PORT"},
	{Name: "Spring Boot", Needs: []string{
		"org.springframework.boot:spring-boot*", "org.springframework.cloud:spring-cloud-starter*",
		"org.springframework.cloud:spring-cloud-config-server", "de.codecentric:spring-boot-admin*",
	}, Port: 8080, PortVariable: "SERVER_PORT", StartPeriod: "60s"},
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
