module example.com/shards

go 1.26
