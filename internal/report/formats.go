package report

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/samples"
	"github.com/rtest-dev/rtest/internal/report/html"
	"github.com/rtest-dev/rtest/internal/wholefile"
)

// A Format is a report for machines, selected by a flag. Exactly one of Start, Collect
// and Fill is set.
type Format struct {
	// Flag is the name of the flag, Help its help text. If Collect is set, the flag's value is a
	// file name.
	Flag, Help string
	// Start begins a report that is written event by event.
	Start func(io.Writer, Options) Printer
	// Alone means that it replaces the text for people.
	Alone bool
	// Collect begins a report that is written as a whole after the run. Fill begins one of several
	// files; the flag's value is then the name of a folder.
	Collect func(Options) Document
	Fill    func(Options) Folder
	// Checks means that only commands that run the code under test offer it.
	Checks bool
}

// A Document is a report that is written after all events.
type Document interface {
	Printer
	// Write writes the report. The error is that of the writer.
	Write(io.Writer) error
}

// A Folder is a report of several files that are written after all events.
type Folder interface {
	Printer
	// Files returns the files.
	Files() ([]html.File, error)
	// Sample adds what a function, whose events were printed, is tested with.
	Sample(*samples.Function)
}

// Formats returns all formats.
func Formats() []Format {
	return []Format{
		{Flag: "json", Help: "write the event stream of go test -json; of list, one object for each package", Start: JSON, Alone: true},
		{Flag: "github", Help: "also write workflow commands for GitHub", Start: GitHub},
		{Flag: "sarif", Help: "write a SARIF report to `file`", Collect: SARIF},
		{Flag: "junit", Help: "write a JUnit report to `file`", Collect: JUnit},
		{Flag: "html", Help: "write a report to look at to `folder`", Fill: HTML},
		{Flag: "coverprofile", Help: "write the coverage to `file`, as go tool cover reads it", Collect: CoverProfile, Checks: true},
	}
}

// A Selection has the formats that are selected by flags, and the files for collected ones. The
// zero value selects none.
type Selection struct {
	streams map[string]*bool
	files   map[string]*string
}

// Stream returns the variable for the flag of a format that is written at once.
func (s *Selection) Stream(flag string) *bool {
	if s.streams == nil {
		s.streams = map[string]*bool{}
	}
	if s.streams[flag] == nil {
		s.streams[flag] = new(bool)
	}
	return s.streams[flag]
}

// File returns the variable for the flag of a collected format.
func (s *Selection) File(flag string) *string {
	if s.files == nil {
		s.files = map[string]*string{}
	}
	if s.files[flag] == nil {
		s.files[flag] = new(string)
	}
	return s.files[flag]
}

// Files lists the selected files with their flags, in the order of the formats.
func (s *Selection) Files() (list []File) {
	for _, f := range Formats() {
		if f.Start == nil && *s.File(f.Flag) != "" {
			list = append(list, File{Flag: f.Flag, Name: *s.File(f.Flag), isFolder: f.Fill != nil})
		}
	}
	return list
}

// A File is selected by a flag: a file, or a folder.
type File struct {
	Flag, Name string
	// Sample adds the inputs of a function. It is nil for reports that do not show them.
	Sample func(*samples.Function)

	isFolder bool
	document Document
	folder   Folder
}

// Check returns the error that Save would have at its start. It leaves nothing behind but an empty
// folder.
func (f *File) Check() error {
	if !f.isFolder {
		return wholefile.Check(f.Name)
	}
	if err := os.MkdirAll(f.Name, 0o755); err != nil {
		return err
	}
	return wholefile.Check(filepath.Join(f.Name, "index.html"))
}

// Save writes the report. Each file is written completely or not at all.
func (f *File) Save() error {
	if err := f.save(); err != nil {
		return fmt.Errorf("-%s: %w", f.Flag, err)
	}
	return nil
}

func (f *File) save() error {
	if f.isFolder {
		files, err := f.folder.Files()
		if err != nil {
			return err
		}
		return html.Write(f.Name, files)
	}
	var b bytes.Buffer
	if err := f.document.Write(&b); err != nil {
		return err
	}
	return wholefile.Write(f.Name, b.Bytes(), 0o644)
}

// Begin begins the selected reports. It returns one Printer for all, whose first error ends the
// run, and the files to write at the end. Unless a selected format stands alone, the text for
// people comes first.
func (s *Selection) Begin(w io.Writer, opt Options, people Printer) (Printer, []File) {
	all := printers{people}
	files := s.Files()
	for _, f := range Formats() {
		if f.Start == nil || !*s.Stream(f.Flag) {
			continue
		}
		p := f.Start(w, opt)
		if f.Alone {
			all[0] = p
		} else {
			all = append(all, p)
		}
	}
	for i := range files {
		for _, f := range Formats() {
			switch {
			case f.Flag != files[i].Flag:
			case f.Fill != nil:
				files[i].folder = f.Fill(opt)
				files[i].Sample = files[i].folder.Sample
				all = append(all, files[i].folder)
			default:
				files[i].document = f.Collect(opt)
				all = append(all, files[i].document)
			}
		}
	}
	return all, files
}

// printers passes each event to every printer in turn.
type printers []Printer

func (all printers) Print(e event.Event) error {
	for _, p := range all {
		if err := p.Print(e); err != nil {
			return err
		}
	}
	return nil
}
