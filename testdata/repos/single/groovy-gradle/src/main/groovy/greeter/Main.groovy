package greeter

import com.sun.net.httpserver.HttpExchange
import com.sun.net.httpserver.HttpServer

class Main {
    static void main(String[] args) {
        def port = (System.getenv('PORT') ?: '8082') as int
        def server = HttpServer.create(new InetSocketAddress(port), 0)
        server.createContext('/health') { HttpExchange exchange ->
            exchange.sendResponseHeaders(200, 2)
            exchange.responseBody.withCloseable { it.write('ok'.bytes) }
        }
        server.start()
    }
}
