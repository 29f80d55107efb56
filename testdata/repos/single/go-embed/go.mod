module example.com/dashboard

go 1.26
