package ticket.core;

public record Number(int value) {
}
