-module(echo_app).
-behaviour(application).
-export([start/2, stop/1]).

start(_Type, _Args) ->
    Port = list_to_integer(os:getenv("PORT", "7000")),
    echo_server:start_link(Port).

stop(_State) ->
    ok.
