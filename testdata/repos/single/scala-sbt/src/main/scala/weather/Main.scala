package weather

import cats.effect.{IO, IOApp}
import com.comcast.ip4s.*
import org.http4s.HttpRoutes
import org.http4s.dsl.io.*
import org.http4s.ember.server.EmberServerBuilder

object Main extends IOApp.Simple {
  private val routes = HttpRoutes.of[IO] { case GET -> Root / "health" =>
    Ok("ok")
  }

  def run: IO[Unit] =
    EmberServerBuilder
      .default[IO]
      .withHost(host"0.0.0.0")
      .withPort(port"8088")
      .withHttpApp(routes.orNotFound)
      .build
      .useForever
}
