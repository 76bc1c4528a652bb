// Package concurrent judges concurrent use of a type within the process under test.
//
// In come subjects, which generated code registers, and the limits of a request; out go findings:
// calls at the same time whose results no sequential order of them explains, and how their
// schedule went. Schedules come from sched. The package knows nothing of source text.
package concurrent
