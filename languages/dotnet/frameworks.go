package dotnet

import "aipack/backend/language"

// frameworks are what its programs are made with: by which packages each is known, and the
// port that it listens on unless it is told another.
var frameworks = []language.Framework{
	{Name: "ASP.NET Core", Needs: []string{"Microsoft.AspNetCore.App", "Microsoft.AspNetCore", "Microsoft.AspNetCore.All"}, Port: 8080},
	{Name: "Blazor WebAssembly", Port: 8080},
	{Name: "Azure Functions", Needs: []string{"Microsoft.Azure.Functions.Worker", "Microsoft.NET.Sdk.Functions"}, Port: 8080},
	{Name: "Giraffe", Needs: []string{"Giraffe"}, Port: 8080},
	{Name: "Saturn", Needs: []string{"Saturn"}, Port: 8085},
	{Name: "Suave", Needs: []string{"Suave"}, Port: 8080},
	{Name: "Orleans", Needs: []string{"Microsoft.Orleans.Server"}, Port: 8080, Library: true},
	{Name: "EmbedIO", Needs: []string{"EmbedIO"}, Port: 9696},
	{Name: "Discord.Net", Needs: []string{"Discord.Net", "Discord.Net.WebSocket"}, Kind: "worker"},
	{Name: "DSharpPlus", Needs: []string{"DSharpPlus"}, Kind: "worker"},
	{Name: ".NET Worker", Needs: []string{"Microsoft.Extensions.Hosting"}, Kind: "worker", Library: true},
}
