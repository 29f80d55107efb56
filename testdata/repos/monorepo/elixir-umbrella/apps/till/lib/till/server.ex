defmodule Till.Server do
  @moduledoc "Tells how many papers are left, over HTTP."
  use Task, restart: :permanent

  def start_link(_options) do
    Task.start_link(__MODULE__, :listen, [Application.fetch_env!(:till, :port)])
  end

  def listen(port) do
    {:ok, socket} = :gen_tcp.listen(port, [:binary, packet: :http_bin, active: false, reuseaddr: true])
    accept(socket)
  end

  defp accept(socket) do
    {:ok, client} = :gen_tcp.accept(socket)

    with {:ok, {:http_request, _method, {:abs_path, path}, _version}} <- :gen_tcp.recv(client, 0, 5_000) do
      {status, body} = answer(path)
      :gen_tcp.send(client, "HTTP/1.1 #{status}\r\nconnection: close\r\n\r\n#{body}\n")
    end

    :gen_tcp.close(client)
    accept(socket)
  end

  defp answer("/healthz"), do: {"200 OK", "ok"}
  defp answer("/"), do: {"200 OK", Stock.count()}
  defp answer(_path), do: {"404 Not Found", "not found"}
end
