package explain

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unsafe"
)

// libraryExpression returns a Go expression for a struct of the standard library whose fields are of no use to
// readers. ok is false for other structs, and for zero values. If the type is used by its address, the
// expression begins with *; without it, it is the address.
func libraryExpression(v reflect.Value) (text string, ok bool) {
	t := v.Type()
	name := t.PkgPath() + "." + t.Name()
	switch name {
	case "encoding/binary.bigEndian":
		return "binary.BigEndian", true
	case "encoding/binary.littleEndian":
		return "binary.LittleEndian", true
	case "time.Time", "math/big.Int", "math/big.Rat", "net/netip.Addr", "net/netip.AddrPort", "net/netip.Prefix", "regexp.Regexp":
	default:
		return "", false
	}
	if v.IsZero() {
		return "", false
	}
	p := reflect.New(t)
	switch {
	case v.CanInterface():
		p.Elem().Set(v)
	case v.CanAddr():
		p.Elem().Set(reflect.NewAt(t, unsafe.Pointer(v.UnsafeAddr())).Elem())
	default:
		return "", false
	}
	if at, ok := p.Interface().(*time.Time); ok {
		return timeText(*at), true
	}
	s, ok := p.Interface().(fmt.Stringer)
	if !ok {
		return "", false
	}
	switch text := s.String(); {
	case name == "math/big.Int":
		return bigText(text), true
	case name == "math/big.Rat":
		return ratText(text)
	case name == "regexp.Regexp":
		return patternText(text, p.Elem().FieldByName("longest")), true
	case strings.HasPrefix(text, "invalid "):
		return invalidText(name, p.Elem())
	default:
		return fmt.Sprintf("netip.MustParse%s(%q)", t.Name(), text), true
	}
}

// invalidText returns the call that makes an invalid prefix or address with a port, if there is
// one: an address with an impossible length, no address with a port.
func invalidText(name string, v reflect.Value) (text string, ok bool) {
	if v.NumField() != 2 {
		return "", false
	}
	ip := v.Field(0)
	switch addr, ok := libraryExpression(ip); {
	case name == "net/netip.Prefix" && ok:
		return "netip.PrefixFrom(" + addr + ", -1)", true
	case name == "net/netip.AddrPort" && ip.IsZero():
		return fmt.Sprintf("netip.AddrPortFrom(netip.Addr{}, %d)", v.Field(1).Uint()), true
	}
	return "", false
}

// timeText returns the call of time.Date for a time.
func timeText(t time.Time) string {
	year, month, day := t.Date()
	where := ""
	switch name, offset := t.Zone(); t.Location() {
	case time.UTC:
		where = "time.UTC"
	case time.Local:
		where = "time.Local"
	default:
		where = fmt.Sprintf("time.FixedZone(%q, %d)", name, offset)
	}
	return fmt.Sprintf("time.Date(%d, time.%v, %d, %d, %d, %d, %d, %s)",
		year, month, day, t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), where)
}

// bigText returns an expression for a big integer with these decimal digits.
func bigText(digits string) string {
	if _, err := strconv.ParseInt(digits, 10, 64); err == nil {
		return "*big.NewInt(" + digits + ")"
	}
	return fmt.Sprintf("*func() *big.Int { n, _ := new(big.Int).SetString(%q, 10); return n }()", digits)
}

// patternText returns an expression for a regular expression. longest is the field that says that
// it prefers long matches.
func patternText(pattern string, longest reflect.Value) string {
	text := strconv.Quote(pattern)
	if strings.ContainsAny(pattern, "\\\"") && strconv.CanBackquote(pattern) {
		text = "`" + pattern + "`"
	}
	if longest.IsValid() && longest.Kind() == reflect.Bool && longest.Bool() {
		return "*func() *regexp.Regexp { r := regexp.MustCompile(" + text + "); r.Longest(); return r }()"
	}
	return "*regexp.MustCompile(" + text + ")"
}

// ratText returns an expression for a rational number, written a/b.
func ratText(text string) (string, bool) {
	a, b, _ := strings.Cut(text, "/")
	_, err := strconv.ParseInt(a, 10, 64)
	_, err2 := strconv.ParseInt(b, 10, 64)
	if err != nil || err2 != nil {
		return fmt.Sprintf("*func() *big.Rat { r, _ := new(big.Rat).SetString(%q); return r }()", text), true
	}
	return fmt.Sprintf("*big.NewRat(%s, %s)", a, b), true
}
