module example.com/shop/shared

go 1.26
