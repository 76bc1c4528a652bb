//go:build !unix

package onsave

import "os"

// SizeOf returns the size of a terminal that is not known: 24 rows of 80 columns.
func SizeOf(*os.File) (rows, columns int) { return 24, 80 }
