package texts

import (
	"encoding/base64"
	"encoding/csv"
	"encoding/hex"
	"html"
	"math/big"
	"mime"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestReaders checks of each reader that its pattern matches a text that it takes
// and no text that is known not to be one.
func TestReaders(t *testing.T) {
	second := func(_ any, err error) error { return err }
	rows := func(s string) error { return second(csv.NewReader(strings.NewReader(s)).ReadAll()) }
	tests := map[string]struct {
		text string
		read func(string) error
	}{
		"encoding/base64.DecodeString": {"aGVsbG8=", func(s string) error { return second(base64.StdEncoding.DecodeString(s)) }},
		"encoding/csv.Read":            {"a,\",\n\"\n", rows},
		"encoding/csv.ReadAll":         {"a,b\r\n\"\"\"\",\n", rows},
		"encoding/hex.Decode":          {"00fF", func(s string) error { return second(hex.Decode(make([]byte, len(s)/2), []byte(s))) }},
		"encoding/hex.DecodeString":    {"00fF", func(s string) error { return second(hex.DecodeString(s)) }},
		"html.UnescapeString":          {"a&lt;&#39;", func(s string) error { _ = html.UnescapeString(s); return nil }},
		"math/big.SetString":           {"-12/4", func(s string) error { new(big.Rat).SetString(s); return nil }},
		"mime.ParseMediaType":          {"text/a; q=0.5", func(s string) error { _, _, err := mime.ParseMediaType(s); return err }},
		"net.ParseCIDR":                {"10.0.0.1/8", func(s string) error { _, _, err := net.ParseCIDR(s); return err }},
		"net.ParseIP":                  {"fe80::1", func(s string) error { return second(netip.ParseAddr(s)) }},
		"net.ParseMAC":                 {"00:1a:2b:3c:4d:5e", func(s string) error { return second(net.ParseMAC(s)) }},
		"net.SplitHostPort":            {"[::1]:80", func(s string) error { _, _, err := net.SplitHostPort(s); return err }},
		"net/mail.ParseAddress":        {"Bob <b@x.de>", func(s string) error { return second(mail.ParseAddress(s)) }},
		"net/netip.ParseAddr":          {"fe80::1%a", func(s string) error { return second(netip.ParseAddr(s)) }},
		"net/netip.ParseAddrPort":      {"[::1]:80", func(s string) error { return second(netip.ParseAddrPort(s)) }},
		"net/netip.ParsePrefix":        {"::/0", func(s string) error { return second(netip.ParsePrefix(s)) }},
		"net/url.Parse":                {"http://a:b@h:80/x?a=b#c", func(s string) error { return second(url.Parse(s)) }},
		"net/url.ParseRequestURI":      {"http://h/a?b=c", func(s string) error { return second(url.ParseRequestURI(s)) }},
		"net/url.ParseQuery":           {"a=%20&b=1", func(s string) error { return second(url.ParseQuery(s)) }},
		"net/url.PathUnescape":         {"a%2Fb", func(s string) error { return second(url.PathUnescape(s)) }},
		"net/url.QueryUnescape":        {"a+%C3%A9", func(s string) error { return second(url.QueryUnescape(s)) }},
		"strconv.ParseBool":            {"True", func(s string) error { return second(strconv.ParseBool(s)) }},
		"strconv.ParseFloat":           {"-1.50e+7", func(s string) error { return second(strconv.ParseFloat(s, 64)) }},
		"strconv.Unquote":              {`"\n\x41\u00e9"`, func(s string) error { return second(strconv.Unquote(s)) }},
		"time.ParseDuration":           {"-1.5h30m", func(s string) error { return second(time.ParseDuration(s)) }},
	}
	for name, pattern := range readers {
		test := tests[name]
		if test.read == nil {
			t.Errorf("%s: no text", name)
			continue
		}
		if err := test.read(test.text); err != nil {
			t.Errorf("%s: %q: %v", name, test.text, err)
		}
		re := regexp.MustCompile("^(" + (&Grammar{Words: []string{"ab"}, Numbers: []string{"0"}}).Filled(pattern) + ")$")
		if !re.MatchString(test.text) {
			t.Errorf("%s: %s does not match %q", name, pattern, test.text)
		}
		if re.MatchString("no such text?") {
			t.Errorf("%s: %s matches anything", name, pattern)
		}
	}
}

// TestLayoutPatterns checks that patterns of layouts match the output of these.
func TestLayoutPatterns(t *testing.T) {
	at := time.Date(2024, time.February, 29, 23, 5, 9, 120_000_000, time.UTC)
	for _, layout := range []string{
		time.DateOnly, time.DateTime, time.Kitchen, time.RFC3339, time.RFC1123, time.ANSIC, time.RFC822, "2/1/06", "02.01.2006", "Monday, 2 January 2006", "15:04:05.000", "3:4:5", "2006-002", "é15",
	} {
		p, text := Layout(layout), at.Format(layout)
		if !regexp.MustCompile("^(" + p + ")$").MatchString(text) {
			t.Errorf("%s: %s does not match %q", layout, p, text)
		}
	}
	for _, layout := range []string{"", "no part", ".000"} {
		if p := Layout(layout); p != "" {
			t.Errorf("%s: got %s, want none", layout, p)
		}
	}
}
