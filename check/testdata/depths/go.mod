module example.com/depths

go 1.26
