module example.com/language

go 1.25

require example.com/other v0.0.0

replace example.com/other => ../other
