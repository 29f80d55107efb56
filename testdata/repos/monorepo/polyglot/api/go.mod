module example.com/polyglot/api

go 1.26
