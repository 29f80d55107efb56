package javascript

import (
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// Ports are those of the frameworks' own production servers when neither PORT
// nor the code says otherwise, from each framework's documentation.
// The order is that of precedence: what renders pages beats the server it is
// built on, and a bundler counts only where nothing else does.
var frameworks = []language.Framework{
	{Name: "RedwoodJS", Needs: []string{"@redwoodjs/core"}, Port: 8910, PortVariable: "PORT", Health: []string{"/"}, Kind: universalbuild.Web},
	{Name: "Payload", Needs: []string{"@payloadcms/next"}, Port: 3000, PortVariable: "PORT", Health: []string{"/"}, Kind: universalbuild.Web},
	{Name: "Next.js", Needs: []string{"next"}, Port: 3000, PortVariable: "PORT", Health: []string{"/"}, Kind: universalbuild.Web},
	{Name: "Nuxt", Needs: []string{"nuxt", "nuxt3", "nuxt-edge", "nuxt-nightly"}, Port: 3000,
		PortVariable: "PORT", Health: []string{"/"}, Kind: universalbuild.Web},
	{Name: "TanStack Start", Needs: []string{"@tanstack/react-start", "@tanstack/solid-start", "@tanstack/start"},
		Port: 3000, PortVariable: "PORT", Health: []string{"/"}, Kind: universalbuild.Web},
	{Name: "Remix", Needs: []string{"@remix-run/react", "@remix-run/node", "@remix-run/serve", "@remix-run/dev"},
		Port: 3000, PortVariable: "PORT", Health: []string{"/"}, Kind: universalbuild.Web},
	{Name: "React Router", Needs: []string{"@react-router/dev"}, Port: 3000, PortVariable: "PORT", Health: []string{"/"}, Kind: universalbuild.Web},
	{Name: "SvelteKit", Needs: []string{"@sveltejs/kit"}, Port: 3000, PortVariable: "PORT", Health: []string{"/"}, Kind: universalbuild.Web},
	{Name: "SolidStart", Needs: []string{"@solidjs/start", "solid-start"}, Port: 3000, PortVariable: "PORT", Health: []string{"/"}, Kind: universalbuild.Web},
	{Name: "Qwik City", Needs: []string{"@builder.io/qwik-city", "@qwik.dev/router"}, Port: 3000,
		PortVariable: "PORT", Health: []string{"/"}, Kind: universalbuild.Web},
	{Name: "Analog", Needs: []string{"@analogjs/platform"}, Port: 3000, PortVariable: "PORT", Health: []string{"/"}, Kind: universalbuild.Web},
	{Name: "Waku", Needs: []string{"waku"}, Port: 8080, PortVariable: "PORT", Health: []string{"/"}, Kind: universalbuild.Web},
	{Name: "Astro", Needs: []string{"astro"}, Port: 4321, PortVariable: "PORT", Health: []string{"/"}, Kind: universalbuild.Web},
	{Name: "Gatsby", Needs: []string{"gatsby"}, Port: 9000, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "Docusaurus", Needs: []string{"@docusaurus/core", "docusaurus"}, Port: 3000, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "VitePress", Needs: []string{"vitepress"}, Port: 4173, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "VuePress", Needs: []string{"vuepress", "vuepress-vite", "vuepress-webpack", "@vuepress/cli", "@vuepress/core"},
		Port: 8080, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "Eleventy", Needs: []string{"@11ty/eleventy"}, Port: 8080, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "Hexo", Needs: []string{"hexo"}, Port: 4000, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "Rspress", Needs: []string{"rspress", "@rspress/core"}, Port: 3000, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "Vocs", Needs: []string{"vocs"}, Port: 5173, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "Slidev", Needs: []string{"@slidev/cli"}, Port: 3030, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "Nue", Needs: []string{"nuejs-core", "nuekit"}, Port: 8080, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "Metalsmith", Needs: []string{"metalsmith"}, Port: 8080, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "AdonisJS", Needs: []string{"@adonisjs/core"}, Port: 3333, PortVariable: "PORT", Kind: universalbuild.Web},
	{Name: "Strapi", Needs: []string{"@strapi/strapi", "strapi"}, Port: 1337, PortVariable: "PORT", Health: []string{"/_health"}, Kind: universalbuild.Web},
	{Name: "Medusa", Needs: []string{"@medusajs/medusa", "@medusajs/framework"}, Port: 9000,
		PortVariable: "PORT", Health: []string{"/health"}, Kind: universalbuild.Web},
	{Name: "Directus", Needs: []string{"directus"}, Port: 8055, PortVariable: "PORT", Health: []string{"/server/ping"}, Kind: universalbuild.Web},
	{Name: "KeystoneJS", Needs: []string{"@keystone-6/core"}, Port: 3000, PortVariable: "PORT", Kind: universalbuild.Web},
	{Name: "Ghost", Needs: []string{"ghost"}, Port: 2368, Health: []string{"/"}, Kind: universalbuild.Web},
	{Name: "n8n", Needs: []string{"n8n"}, Port: 5678, PortVariable: "N8N_PORT", Health: []string{"/healthz"}, Kind: universalbuild.Web},
	{Name: "Meteor", Needs: []string{"meteor-node-stubs"}, Port: 3000, PortVariable: "PORT", Health: []string{"/"}, Kind: universalbuild.Web},
	{Name: "NestJS", Needs: []string{"@nestjs/core"}, Port: 3000, Kind: universalbuild.Web},
	{Name: "Sails", Needs: []string{"sails"}, Port: 1337, PortVariable: "PORT", Kind: universalbuild.Web},
	{Name: "FeathersJS", Needs: []string{"@feathersjs/feathers", "feathers"}, Port: 3030, Kind: universalbuild.Web},
	{Name: "LoopBack", Needs: []string{"@loopback/rest", "@loopback/core", "loopback"}, Port: 3000, Kind: universalbuild.Web},
	{Name: "Probot", Needs: []string{"probot"}, Port: 3000, PortVariable: "PORT", Health: []string{"/ping"}, Kind: universalbuild.Web},
	{Name: "Functions Framework", Needs: []string{"@google-cloud/functions-framework"}, Port: 8080, PortVariable: "PORT", Kind: universalbuild.Web},
	{Name: "Parse Server", Needs: []string{"parse-server"}, Port: 1337, PortVariable: "PORT", Health: []string{"/parse/health"}, Kind: universalbuild.Web},
	{Name: "Elysia", Needs: []string{"elysia"}, Port: 3000, Kind: universalbuild.Web},
	{Name: "Hono", Needs: []string{"hono", "@hono/node-server"}, Port: 3000, Kind: universalbuild.Web},
	{Name: "Fastify", Needs: []string{"fastify", "fastify-cli"}, Port: 3000, Kind: universalbuild.Web},
	{Name: "Express", Needs: []string{"express"}, Port: 3000, Kind: universalbuild.Web},
	{Name: "Koa", Needs: []string{"koa"}, Port: 3000, Kind: universalbuild.Web},
	{Name: "Hapi", Needs: []string{"@hapi/hapi", "hapi"}, Port: 3000, Kind: universalbuild.Web},
	{Name: "Restify", Needs: []string{"restify"}, Port: 8080, Kind: universalbuild.Web},
	{Name: "Polka", Needs: []string{"polka"}, Port: 3000, Kind: universalbuild.Web},
	{Name: "Nitro", Needs: []string{"nitropack", "nitro"}, Port: 3000, PortVariable: "PORT", Kind: universalbuild.Web},
	{Name: "h3", Needs: []string{"h3"}, Port: 3000, Kind: universalbuild.Web},
	{Name: "Oak", Needs: []string{"@oak/oak", "oak"}, Port: 8000, Kind: universalbuild.Web},
	{Name: "Fresh", Needs: []string{"$fresh", "fresh", "@fresh/core"}, Port: 8000, Health: []string{"/"}, Kind: universalbuild.Web},
	{Name: "Apollo Server", Needs: []string{"@apollo/server", "apollo-server"}, Port: 4000, Kind: universalbuild.Web},
	{Name: "GraphQL Yoga", Needs: []string{"graphql-yoga"}, Port: 4000, Kind: universalbuild.Web},
	{Name: "Moleculer", Needs: []string{"moleculer-web"}, Port: 3000, Kind: universalbuild.Web},
	{Name: "JSON Server", Needs: []string{"json-server"}, Port: 3000, PortVariable: "PORT", Health: []string{"/"}, Kind: universalbuild.Web},
	{Name: "discord.js", Needs: []string{"discord.js", "eris", "oceanic.js"}, Kind: universalbuild.Worker},
	{Name: "Telegraf", Needs: []string{"telegraf"}, Kind: universalbuild.Worker},
	{Name: "grammY", Needs: []string{"grammy"}, Kind: universalbuild.Worker},
	{Name: "Bolt", Needs: []string{"@slack/bolt"}, Port: 3000, Kind: universalbuild.Worker},
	{Name: "Socket.IO", Needs: []string{"socket.io"}, Port: 3000, Kind: universalbuild.Web},
	{Name: "Temporal", Needs: []string{"@temporalio/worker"}, Kind: universalbuild.Worker},
	{Name: "Angular", Needs: []string{"@angular/core"}, Port: 4200, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "Expo", Needs: []string{"expo"}, Port: 8081, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "Create React App", Needs: []string{"react-scripts"}, Port: 3000, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "Vue CLI", Needs: []string{"@vue/cli-service"}, Port: 8080, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "Preact CLI", Needs: []string{"preact-cli"}, Port: 8080, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "Umi", Needs: []string{"umi", "@umijs/max"}, Port: 8000, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "Quasar", Needs: []string{"@quasar/app-vite", "@quasar/app-webpack"}, Port: 9000, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "Ember", Needs: []string{"ember-cli", "ember-source"}, Port: 4200, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "Stencil", Needs: []string{"@stencil/core"}, Port: 3333, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "Rsbuild", Needs: []string{"@rsbuild/core"}, Port: 3000, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "Vite", Needs: []string{"vite", "rolldown-vite"}, Port: 4173, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "Parcel", Needs: []string{"parcel", "parcel-bundler"}, Port: 1234, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "Svelte", Needs: []string{"svelte"}, Kind: universalbuild.Static, Library: true},
	{Name: "Vue", Needs: []string{"vue"}, Kind: universalbuild.Static, Library: true},
	{Name: "React", Needs: []string{"react"}, Kind: universalbuild.Static, Library: true},
	{Name: "Preact", Needs: []string{"preact"}, Kind: universalbuild.Static, Library: true},
}

// servers are dependencies without a framework of their own that mean that
// a program serves.
var servers = []string{
	"ws", "@trpc/server", "@grpc/grpc-js", "grpc", "connect", "micro", "find-my-way", "uWebSockets.js", "@modelcontextprotocol/sdk",
	"bullmq", "bull", "agenda", "node-cron", "kafkajs", "amqplib", "mqtt", "http-server", "serve", "next-auth",
}

// workers are those of them that wait for work without a port.
var workers = []string{"bullmq", "bull", "agenda", "node-cron", "kafkajs", "amqplib", "mqtt", "cron", "node-schedule"}
