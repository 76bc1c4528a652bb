package control

import (
	"fmt"
	"go/ast"
	"go/types"
	"strconv"
)

// outside holds the functions of the standard library that wait, or that start goroutines which call
// code under test or have effects visible to it. A type means all its methods.
var outside = map[string]map[string]bool{
	"net": set(`Dial DialTimeout DialIP DialTCP DialUDP DialUnix Listen ListenIP ListenMulticastUDP ListenPacket ListenTCP ListenUDP ListenUnix
		ListenUnixgram LookupAddr LookupCNAME LookupHost LookupIP LookupMX LookupNS LookupPort LookupSRV LookupTXT Dialer ListenConfig Resolver`),
	"net/http":          set("Get Head Post PostForm ListenAndServe ListenAndServeTLS Serve ServeTLS Client Server Transport"),
	"net/http/httptest": set("NewServer NewTLSServer NewUnstartedServer"),
	"net/rpc":           set("Accept Dial DialHTTP DialHTTPPath NewClient NewClientWithCodec ServeCodec ServeConn Server"),
	"net/rpc/jsonrpc":   set("Dial NewClient ServeConn"),
	"net/smtp":          set("Dial NewClient SendMail"),
	"crypto/tls":        set("Client Dial DialWithDialer Dialer Listen NewListener Server"),
	"database/sql":      set("Open OpenDB"),
	"log/syslog":        set("Dial New NewLogger"),
	"os":                set("Pipe StartProcess Process"),
	"os/exec":           set("Cmd"),
	"os/signal":         set("Notify NotifyContext"),
	"plugin":            set("Open"),
	"reflect":           set("Select Value.Recv Value.Send Value.TryRecv Value.TrySend Value.Close"),
	"runtime":           set("NumGoroutine"),
	"testing":           set("Benchmark RunBenchmarks RunTests B.RunParallel T.Parallel T.Run"),
	"testing/synctest":  set("Run Test Wait"),
}

// leaves returns why the use of a function leaves the schedule, or "".
func (x *fileWriter) leaves(o types.Object) (why string) {
	f, ok := o.(*types.Func)
	if !ok || f.Pkg() == nil {
		return ""
	}
	name, receiver := f.Name(), ""
	if r := f.Signature().Recv(); r != nil {
		t := r.Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if n, ok := types.Unalias(t).(*types.Named); ok {
			receiver = n.Obj().Name()
			name = receiver + "." + name
		}
	}
	names := outside[f.Pkg().Path()]
	switch {
	case x.linked[f.Pkg().Path()+"."+name]:
		return f.Pkg().Name() + "." + name + " is linked to what cannot be seen"
	case names[name] || names[receiver] || x.Outside != nil && x.Outside(f.Pkg()):
		return f.Pkg().Name() + "." + name + " runs outside the schedule"
	}
	return ""
}

// leave marks a use of a function that runs outside the schedule: executing it ends the testing of the
// type. It returns false for other functions.
func (x *fileWriter) leave(e ast.Expr, o types.Object) bool {
	why := x.leaves(o)
	if why == "" {
		return false
	}
	if f := o.(*types.Func); f.Signature().TypeParams() != nil || f.Signature().RecvTypeParams() != nil {
		x.refuse(e.Pos(), why)
		return true
	}
	at := x.Fset.Position(e.Pos())
	x.open(x.offset(e.Pos()), scheduler+".Outside(")
	x.close(x.offset(e.End()), ", "+strconv.Quote(fmt.Sprintf("%s:%d: %s", at.Filename, at.Line, why))+")")
	return true
}
