package bookshop.mailer;

import bookshop.common.Title;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;

public class Mailer {
    public static void main(String[] args) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setUri(System.getenv("AMQP_URL"));
        Connection connection = factory.newConnection();
        while (true) {
            System.out.println(Title.of(connection.getAddress().toString()));
            Thread.sleep(60_000);
        }
    }
}
