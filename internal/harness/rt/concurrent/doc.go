// Package concurrent judges concurrent use of a type within the process under test.
//
// It takes subjects, which generated code registers, and the limits of a request. It returns findings:
// simultaneous calls whose results no sequential order of them explains, with their schedule. Schedules come
// from sched. The package knows nothing of source text.
package concurrent
