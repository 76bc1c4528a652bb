package ordinary

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

//rtest:ensures result == (s == reverse(s))
func IsPalindrome(s string) bool {
	rs := []rune(s)
	for i, j := 0, len(rs)-1; i < j; i, j = i+1, j-1 {
		if rs[i] != rs[j] {
			return false
		}
	}
	return utf8.ValidString(s) || s == reverse(s)
}

func reverse(s string) string {
	rs := []rune(s)
	for i, j := 0, len(rs)-1; i < j; i, j = i+1, j-1 {
		rs[i], rs[j] = rs[j], rs[i]
	}
	return string(rs)
}

//rtest:ensures strings.HasPrefix(a, result) && strings.HasPrefix(b, result)
func CommonPrefix(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return a[:i]
}

//rtest:ensures result >= 0 && result <= len(s)
func Words(s string) int { return len(strings.Fields(s)) }

//rtest:ensures !strings.Contains(result, "  ")
func Squeeze(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if s[i] != ' ' || i == 0 || s[i-1] != ' ' {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// Truncate has a fault: it cuts within a character.
//
//rtest:requires n >= 0 && utf8.ValidString(s)
//rtest:ensures len(result) <= n && utf8.ValidString(result)
func Truncate(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return s[:n]
}

var errSyntax = errors.New("syntax")

//rtest:ensures err == nil ==> key != "" && line == key+"="+value
func ParseLine(line string) (key, value string, err error) {
	key, value, ok := strings.Cut(line, "=")
	if !ok || key == "" {
		return "", "", errSyntax
	}
	return key, value, nil
}

//rtest:ensures err == nil ==> major >= 0 && minor >= 0
func ParseVersion(s string) (major, minor int, err error) {
	a, b, ok := strings.Cut(strings.TrimPrefix(s, "v"), ".")
	if !ok {
		return 0, 0, errSyntax
	}
	x, err := strconv.ParseUint(a, 10, 31)
	if err != nil {
		return 0, 0, err
	}
	y, err := strconv.ParseUint(b, 10, 31)
	return int(x), int(y), err
}

// ParseHex has a fault: it takes the letters behind F.
//
//rtest:ensures ok ==> result < 16
func ParseHex(c byte) (result int, ok bool) {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0'), true
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10, true
	case c >= 'A' && c <= 'G':
		return int(c-'A') + 10, true
	}
	return 0, false
}

//rtest:ensures Unquote(result) == s
func Quote(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), `"`, `\"`) }

func Unquote(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

//rtest:ensures len(result) >= len(s)
func PadLeft(s string, width uint8) string {
	if n := int(width) - len(s); n > 0 {
		return strings.Repeat(" ", n) + s
	}
	return s
}

//rtest:ensures len(result) == len(s)
func Caesar(s string, by uint8) string {
	out := []byte(s)
	for i, c := range out {
		if c >= 'a' && c <= 'z' {
			out[i] = 'a' + (c-'a'+by%26)%26
		}
	}
	return string(out)
}

//rtest:ensures ok ==> strings.Count(s, "(") == strings.Count(s, ")")
func Balanced(s string) (ok bool) {
	depth := 0
	for _, c := range s {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}

//rtest:ensures err == nil ==> 0 <= result && result < 24*60
func ParseClock(s string) (result int, err error) {
	h, m, ok := strings.Cut(s, ":")
	if !ok || len(h) != 2 || len(m) != 2 {
		return 0, errSyntax
	}
	hours, err := strconv.Atoi(h)
	if err != nil || hours < 0 || hours > 23 {
		return 0, errSyntax
	}
	minutes, err := strconv.Atoi(m)
	if err != nil || minutes < 0 || minutes > 59 {
		return 0, errSyntax
	}
	return hours*60 + minutes, nil
}

//rtest:ensures len(result) > 0
func Slug(s string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(s) {
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			b.WriteRune(c)
		case c == ' ' || c == '-':
			if n := b.Len(); n > 0 && b.String()[n-1] != '-' {
				b.WriteByte('-')
			}
		}
	}
	if out := strings.Trim(b.String(), "-"); out != "" {
		return out
	}
	return "n-a"
}
