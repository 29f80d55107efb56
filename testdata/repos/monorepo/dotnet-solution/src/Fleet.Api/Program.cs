using Fleet.Core;

var app = WebApplication.Create(args);
app.MapGet("/health", () => new Truck("A 1"));
app.Run();
