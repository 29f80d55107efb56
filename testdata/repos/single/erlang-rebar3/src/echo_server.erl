-module(echo_server).
-export([start_link/1, accept/1]).

start_link(Port) ->
    {ok, Socket} = gen_tcp:listen(Port, [binary, {packet, http_bin}, {active, false}, {reuseaddr, true}]),
    {ok, spawn_link(?MODULE, accept, [Socket])}.

accept(Socket) ->
    {ok, Client} = gen_tcp:accept(Socket),
    case gen_tcp:recv(Client, 0, 5000) of
        {ok, {http_request, _Method, {abs_path, Path}, _Version}} ->
            ok = gen_tcp:send(Client, ["HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n", Path]);
        _ ->
            ok
    end,
    gen_tcp:close(Client),
    accept(Socket).
