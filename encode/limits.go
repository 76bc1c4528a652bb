package encode

// stepsToLook is how many instructions are executed between two looks at the context.
const stepsToLook = 1 << 15

// cellsOfWork is how many parts of a value are copied or compared for one step of the
// builder's work.
const cellsOfWork = 8

// count counts an instruction, and gives up where the limits are reached.
func (f *frame) count() {
	if f.steps++; f.steps%stepsToLook == 0 {
		f.b.Live()
	}
	f.b.Most += workForStep
	if f.spent = f.spent || f.steps > f.opt.MaxSteps || len(f.b.Nodes) > f.opt.MaxNodes; f.spent {
		f.giveUp(whyTooMuch)
	}
}
