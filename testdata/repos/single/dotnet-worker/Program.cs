var builder = Host.CreateApplicationBuilder(args);
builder.Services.AddHostedService<Ticker>();
builder.Build().Run();

class Ticker(ILogger<Ticker> logger) : BackgroundService
{
    protected override async Task ExecuteAsync(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            logger.LogInformation("tick");
            await Task.Delay(1000, stop);
        }
    }
}
