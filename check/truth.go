package check

// truth is 1 for true.
func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
