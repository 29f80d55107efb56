namespace Fleet.Core;

public record Truck(string Plate);
