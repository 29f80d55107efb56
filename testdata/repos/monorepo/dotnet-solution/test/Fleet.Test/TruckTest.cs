using Fleet.Core;
using Xunit;

public class TruckTest
{
    [Fact]
    public void Compares() => Assert.Equal(new Truck("A"), new Truck("A"));
}
