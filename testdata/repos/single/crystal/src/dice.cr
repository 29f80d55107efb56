require "http/server"

port = (ENV["PORT"]? || "3600").to_i
sides = ENV.fetch("SIDES", "6").to_i

server = HTTP::Server.new do |context|
  context.response.content_type = "text/plain"
  case context.request.path
  when "/health"
    context.response.print "ok"
  when "/"
    context.response.print(rand(sides) + 1)
  else
    context.response.respond_with_status(404)
  end
end

server.bind_tcp("0.0.0.0", port)
server.listen
