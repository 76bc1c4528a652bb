module smallest

go 1.26
