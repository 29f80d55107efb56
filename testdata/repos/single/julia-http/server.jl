using HTTP

const PORT = parse(Int, get(ENV, "PORT", "8080"))

function answer(request)
    request.target == "/health" && return HTTP.Response(200, "ok")
    return HTTP.Response(200, "hello")
end

HTTP.serve(answer, "0.0.0.0", PORT)
