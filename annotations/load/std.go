package load

// StandardPackages maps the names of the standard library's packages to import paths. Of several
// with one name it has the one that predicates can use: text/template, not html/template.
var StandardPackages = func() map[string]string {
	m := map[string]string{}
	for _, p := range []string{
		"archive/tar", "archive/zip", "bufio", "bytes", "cmp", "compress/bzip2",
		"compress/flate", "compress/gzip", "compress/lzw", "compress/zlib",
		"container/heap", "container/list", "container/ring", "context", "crypto",
		"crypto/aes", "crypto/cipher", "crypto/des", "crypto/ecdsa", "crypto/ed25519",
		"crypto/elliptic", "crypto/hmac", "crypto/md5", "crypto/rc4", "crypto/rsa", "crypto/sha1",
		"crypto/sha256", "crypto/sha512", "crypto/subtle", "crypto/tls", "crypto/x509",
		"database/sql", "debug/buildinfo", "embed", "encoding", "encoding/ascii85",
		"encoding/asn1", "encoding/base32", "encoding/base64", "encoding/binary",
		"encoding/csv", "encoding/gob", "encoding/hex", "encoding/json",
		"encoding/pem", "encoding/xml", "errors", "expvar", "flag", "fmt", "go/ast",
		"go/build", "go/constant", "go/format", "go/parser", "go/printer", "go/token",
		"go/types", "hash", "hash/adler32", "hash/crc32", "hash/crc64", "hash/fnv",
		"hash/maphash", "html", "image", "image/color", "image/draw", "image/gif",
		"image/jpeg", "image/png", "index/suffixarray", "io", "io/fs", "iter", "log",
		"log/slog", "maps", "math", "math/big", "math/bits", "math/cmplx",
		"math/rand", "mime", "mime/multipart", "net", "net/http", "net/http/httptest", "net/mail",
		"net/netip", "net/textproto", "net/url", "os", "path", "path/filepath",
		"reflect", "regexp", "regexp/syntax", "runtime", "slices", "sort",
		"strconv", "strings", "structs", "sync", "sync/atomic", "testing",
		"testing/fstest", "text/scanner", "text/tabwriter", "text/template", "time", "unicode",
		"unicode/utf16", "unicode/utf8", "unique", "weak",
	} {
		m[pathBase(p)] = p
	}
	return m
}()
