package ticket.desk;

import io.javalin.Javalin;
import ticket.core.Number;

public class Desk {
    public static void main(String[] args) {
        Javalin.create().get("/health", ctx -> ctx.json(new Number(1))).start(7001);
    }
}
