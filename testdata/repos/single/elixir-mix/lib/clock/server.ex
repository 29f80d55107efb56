defmodule Clock.Server do
  @moduledoc "Tells the time over HTTP."
  use Task, restart: :permanent

  def start_link(options), do: Task.start_link(__MODULE__, :listen, [options[:port]])

  def listen(port) do
    {:ok, socket} = :gen_tcp.listen(port, [:binary, packet: :http_bin, active: false, reuseaddr: true])
    accept(socket)
  end

  defp accept(socket) do
    {:ok, client} = :gen_tcp.accept(socket)
    {:ok, _pid} = Task.Supervisor.start_child(Clock.Requests, fn -> serve(client) end)
    accept(socket)
  end

  defp serve(client) do
    case :gen_tcp.recv(client, 0, 5_000) do
      {:ok, {:http_request, _method, {:abs_path, path}, _version}} ->
        {status, body} = answer(path)

        :gen_tcp.send(client, [
          "HTTP/1.1 #{status}\r\ncontent-type: text/plain\r\n",
          "content-length: #{byte_size(body)}\r\nconnection: close\r\n\r\n",
          body
        ])

      _other ->
        :ok
    end

    :gen_tcp.close(client)
  end

  defp answer("/health"), do: {"200 OK", "ok"}
  defp answer("/"), do: {"200 OK", "#{DateTime.utc_now()} #{Application.fetch_env!(:clock, :zone)}"}
  defp answer(_path), do: {"404 Not Found", "not found"}
end
