import envoy
import gleam/erlang/process
import mist
import wisp
import wisp/wisp_mist

pub fn main() {
  wisp.configure_logger()
  let assert Ok(secret) = envoy.get("SECRET_KEY_BASE")

  let assert Ok(_) =
    wisp_mist.handler(handle, secret)
    |> mist.new
    |> mist.bind("0.0.0.0")
    |> mist.port(8000)
    |> mist.start_http

  process.sleep_forever()
}

fn handle(request: wisp.Request) -> wisp.Response {
  case wisp.path_segments(request) {
    [] -> wisp.ok() |> wisp.string_body("soup")
    ["healthz"] -> wisp.ok()
    _ -> wisp.not_found()
  }
}
