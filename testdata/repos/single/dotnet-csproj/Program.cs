var builder = WebApplication.CreateBuilder(args);
builder.Services.AddHealthChecks();

var app = builder.Build();
var greeting = Environment.GetEnvironmentVariable("GREETING") ?? "hello";

app.MapGet("/", () => greeting);
app.MapHealthChecks("/healthz");

app.Run();
