package texts

import (
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// readers has, for functions of the standard library that read texts, a regular expression of short
// texts that they accept, with slots for constants of the code. The texts include unusual ones:
// numbers with leading zeros, empty parts, escapes.
var readers = map[string]string{
	"encoding/base64.DecodeString": `([A-Za-z0-9+/]{4}){0,2}([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?`,
	"encoding/csv.Read":            csvRows,
	"encoding/csv.ReadAll":         csvRows,
	"encoding/hex.DecodeString":    hexDigits,
	"encoding/hex.Decode":          hexDigits,
	"html.UnescapeString":          `([a-z<>"]|&(amp|lt|gt|quot|#39|#x41|nbsp);?){1,4}`,
	"math/big.SetString":           `[-+]?(0x|0b|0)?[0-9]{1,3}(/[1-9][0-9]?|\.[0-9]{1,2})?`,
	"mime.ParseMediaType":          `([a-z]{1,4}/[a-z*]{1,3}|` + slotName + `(/` + slotName + `)?|` + slotValue + `)(; ?([a-z]{1,2}=("[a-z ;]{0,3}"|[a-z0-9.]{1,3})|` + slotName + `="?` + slotValue + `"?)){0,2}`,
	"net.ParseCIDR":                address + `/[0-9]{1,2}`,
	"net.ParseIP":                  address,
	"net.ParseMAC":                 `[0-9a-f]{2}([:-][0-9a-f]{2}){5}`,
	"net.SplitHostPort":            `([a-z]{0,3}|[0-9]{1,3}\.0\.0\.1|\[::1?\]):[0-9a-z]{0,5}`,
	"net/mail.ParseAddress":        `([A-Z][a-z]{0,2} <[a-z.+]{1,3}@[a-z]{1,2}\.[a-z]{2}>|[a-z.+]{1,3}@[a-z]{1,2}\.[a-z]{2})`,
	"net/netip.ParseAddr":          address + `(%[a-z0-9]{1,2})?`,
	"net/netip.ParseAddrPort":      `([0-9]{1,3}(\.[0-9]{1,3}){3}|\[::[0-9a-f]?\]):[0-9]{1,5}`,
	"net/netip.ParsePrefix":        address + `/[0-9]{1,2}`,
	"net/url.Parse":                webAddress,
	"net/url.ParseRequestURI":      webAddress,
	"net/url.ParseQuery":           `([a-z%+]{0,2}=?([a-z+;]|%2[056B]){0,3}|` + slotName + `=` + slotValue + `)(&[a-z]?=?[a-z0-9]{0,2}|&` + slotName + `=` + slotValue + `){0,2}`,
	"net/url.PathUnescape":         escapes,
	"net/url.QueryUnescape":        escapes,
	"strconv.ParseBool":            `(true|false|True|FALSE|[01tfTF])`,
	"strconv.ParseFloat":           `[-+]?[0-9]{0,3}(\.[0-9]{0,3})?([eE][-+]?[0-9]{1,2})?|[-+]?[iI]nf|[nN]a[nN]|` + slotFloat,
	"strconv.Unquote":              "\"([a-z' ]|\\\\[nt\"\\\\]|\\\\x[0-7][0-9a-f]|\\\\u00[0-9a-f]{2}){0,3}\"|`[a-z\\\\\"]{0,3}`|'([a-z\"]|\\\\[n'])'",
	"time.ParseDuration":           `[-+]?([0-9]{1,3}(\.[0-9]{0,2})?(ns|us|ms|s|m|h)){1,3}`,
}

const (
	address    = `([0-9]{1,3}(\.[0-9]{1,3}){3}|(([0-9a-fA-F]{1,4}:){1,2}|:):[0-9a-f]{0,4})`
	csvRows    = `(([a-z0-9]{0,2}|"[a-z, ]{0,2}("")?")(,([a-z0-9 ]{0,2}|"[a-z,\n]{0,2}")){0,2}\r?\n){1,2}`
	hexDigits  = `([0-9a-fA-F]{2})*`
	escapes    = `([a-z+/]|%2[0-9a-fA-F]|%[cC]3%[aA]9){1,4}`
	webAddress = `([a-z]{1,4}:)?(//([a-z]:?[a-z]?@)?([a-z]{1,3}|\[::1\])?(:[0-9]{0,4})?)?(/[a-z.%20]{0,2}){0,3}(\?[a-z]?=?[a-z&]{0,2})?(#[a-z]?)?`
)

// Reader returns the regular expression of texts that a function of the standard library accepts,
// or "".
func Reader(fn types.Object) string { return readers[fn.Pkg().Path()+"."+fn.Name()] }

// Flag returns the regular expression of an argument that sets the flag declared by a call of
// package flag, or "" for other calls.
func Flag(fn *types.Func, args []ssa.Value) string {
	if fn.Pkg().Path() != "flag" || strings.HasPrefix(fn.Name(), "New") {
		return ""
	}
	sig := fn.Signature()
	offset := 0
	if sig.Recv() != nil {
		offset = 1
	}
	for i := range sig.Params().Len() {
		if sig.Params().At(i).Name() != "name" || i+offset >= len(args) {
			continue
		}
		name := regexp.QuoteMeta(Constant(args[i+offset]))
		switch kind := strings.TrimSuffix(fn.Name(), "Var"); {
		case name == "":
			return ""
		case kind == "Bool" || kind == "BoolFunc":
			return "-" + name + "(=false)?"
		case strings.HasPrefix(kind, "Int") || strings.HasPrefix(kind, "Uint") || kind == "Float64":
			return "-" + name + "=" + slotInt
		case kind == "Duration":
			return "-" + name + "=" + slotInt + "(s|h)"
		}
		return "-" + name + "=" + slotValue
	}
	return ""
}
