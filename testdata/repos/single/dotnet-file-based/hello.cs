#!/usr/bin/env dotnet
#:sdk Microsoft.NET.Sdk.Web
#:property AssemblyName=greeter

var app = WebApplication.Create(args);
app.MapGet("/health", () => "ok");
app.Run();
