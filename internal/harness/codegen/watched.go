package codegen

import "fmt"

// watched writes the fields of a unit that say what is watched of the code under test.
func (g *glue) watched() string {
	hits := ""
	if g.count.Package != "" {
		pkg := g.f.Import(g.count.Package)
		hits = fmt.Sprintf("Hits: &%s.At, Hitting: &%s.On, Profile: %t, ", pkg, pkg, g.count.Profile)
		if g.u.Guided() {
			hits += fmt.Sprintf("Then: &%s.Then, ", pkg)
		}
	}
	if g.count.Goals != "" {
		pkg := g.f.Import(g.count.Goals)
		hits += fmt.Sprintf("Goals: &%sGoals{Begin: %s.Begin, Reached: %s.Reached}, ", g.rt, pkg, pkg)
	}
	if g.count.Mutants != "" {
		pkg := g.f.Import(g.count.Mutants)
		hits += fmt.Sprintf("Mutation: &%sMutation{Number: &%s.Number, Reached: &%s.Reached, Steps: &%s.Steps, Most: &%s.Most, End: &%s.End}, ",
			g.rt, pkg, pkg, pkg, pkg, pkg)
	}
	return hits
}
