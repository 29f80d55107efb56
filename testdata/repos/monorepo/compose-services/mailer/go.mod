module example.com/shop/mailer

go 1.26
