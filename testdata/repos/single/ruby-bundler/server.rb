require "json"
require "socket"

port = Integer(ENV.fetch("PORT", "4000"))
greeting = ENV.fetch("GREETING", "hello")
server = TCPServer.new("0.0.0.0", port)
Signal.trap("TERM") { exit }
$stdout.sync = true
puts "listening on #{port}"

def answer(path, greeting)
  case path
  when "/health"
    [200, { status: "ok" }]
  when "/"
    [200, { message: greeting }]
  else
    [404, { error: "not found" }]
  end
end

loop do
  Thread.start(server.accept) do |client|
    request = client.gets.to_s.split
    while (line = client.gets) && line != "\r\n"; end
    status, body = answer(request[1], greeting)
    text = JSON.generate(body)
    client.write("HTTP/1.1 #{status} #{status == 200 ? 'OK' : 'Not Found'}\r\nContent-Type: application/json\r\nContent-Length: #{text.bytesize}\r\nConnection: close\r\n\r\n#{text}")
  rescue Errno::EPIPE, Errno::ECONNRESET
    nil
  ensure
    client.close
  end
end
