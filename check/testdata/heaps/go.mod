module example.com/heaps

go 1.26
