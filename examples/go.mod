module example.com/rtest-examples

go 1.26

require github.com/samber/lo v1.53.0

require golang.org/x/text v0.22.0 // indirect
