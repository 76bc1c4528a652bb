package encode

// stepsToLook is how many instructions are executed between two looks at the context.
const stepsToLook = 1 << 15

// count counts an instruction, and gives up where the limits are reached.
func (f *frame) count() {
	if f.steps++; f.steps%stepsToLook == 0 {
		f.B.Live()
	}
	f.B.Most += workForStep
	if f.spent = f.spent || f.steps > f.opt.MaxSteps || len(f.B.Nodes) > f.opt.MaxNodes; f.spent {
		f.giveUp(whyTooMuch)
	}
}
