package assert

import (
	"slices"
	"sync"
)

// A Joint is where the contracts that other packages have for a function meet its calls. The package
// of the function does not import theirs: they join when they are initialized, in the programs that
// they are part of.
type Joint struct {
	mu     sync.RWMutex
	joined []Entered
}

// An Entered is generated for the contracts that one package has for a function. It takes the addresses of the
// inputs of a call. It returns a function for the addresses of the results at the end of the call, and the
// variable that records a return. It returns nil and nil if there is nothing to judge.
type Entered func(in ...any) (leave func(out ...any), returned *bool)

// joints has the joints of the process by function.
var joints sync.Map

// JointOf returns the joint of a function. The name is that of types.Func.FullName.
func JointOf(function string) *Joint {
	j, _ := joints.LoadOrStore(function, &Joint{})
	return j.(*Joint)
}

// Join makes f check the calls of a function from now on. It returns true, so that it can initialize a variable.
func Join(function string, f Entered) bool {
	j := JointOf(function)
	j.mu.Lock()
	defer j.mu.Unlock()
	j.joined = append(slices.Clip(j.joined), f)
	return true
}

// Enter begins a call as all that joined do. It has the form of Entered.
func (j *Joint) Enter(in ...any) (leave func(out ...any), returned *bool) {
	j.mu.RLock()
	joined := j.joined
	j.mu.RUnlock()
	type pending struct {
		leave    func(out ...any)
		returned *bool
	}
	var calls []pending
	for _, f := range joined {
		if leave, returned := f(in...); leave != nil {
			calls = append(calls, pending{leave, returned})
		}
	}
	if calls == nil {
		return nil, nil
	}
	returned = new(bool)
	return func(out ...any) {
		for _, c := range calls {
			*c.returned = *returned
			c.leave(out...)
		}
	}, returned
}
