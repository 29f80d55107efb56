module example.com/reader

go 1.26

require example.com/text v1.2.0
