using Fleet.Core;

var builder = Host.CreateApplicationBuilder(args);
builder.Services.AddHostedService<Tracker>();
builder.Build().Run();

class Tracker : BackgroundService
{
    protected override async Task ExecuteAsync(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            Console.WriteLine(new Truck("A 1"));
            await Task.Delay(TimeSpan.FromMinutes(1), stop);
        }
    }
}
