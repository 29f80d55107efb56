module example.com/shop/api

go 1.26

require example.com/shop/shared v0.0.0

replace example.com/shop/shared => ../shared
