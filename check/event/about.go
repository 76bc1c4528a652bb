package event

// About says what a function is tested with: its contract and the values of its inputs.
type About struct {
	Clauses []ContractClause
	Inputs  []Domain
}

// A ContractClause is a clause as the user wrote it, after its keyword. Unfolded is the predicate behind
// aliases, or empty if its text is the same.
type ContractClause struct{ Kind, Text, Unfolded string }

// A Domain describes the values of an input. Says has its type and values, Parts describe its parts.
type Domain struct {
	Name, Says string
	Parts      []DomainPart
}

// A DomainPart describes a part of an input.
type DomainPart struct{ Name, Says string }
