module world

go 1.26
