module example.com/tools/wordcount/v2

go 1.26
