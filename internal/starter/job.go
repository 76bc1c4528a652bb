package starter

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Job is a workflow of GitHub Actions that runs rtest.
const Job = `name: rtest
on: [push, pull_request]
jobs:
  rtest:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v7
      - uses: actions/setup-go@v7
        with: { go-version-file: go.mod }
      - uses: actions/cache@v5
        with:
          path: ~/.cache/rtest
          key: rtest-${{ github.sha }}
          restore-keys: rtest-
      - run: sudo apt-get install -y libz3-dev
      - run: go run github.com/rtest-dev/rtest/cmd/rtest@latest -github ./...
`

// otherCI are files that show that the module uses another continuous integration service.
var otherCI = [...]string{".gitlab-ci.yml", ".circleci", ".travis.yml", "Jenkinsfile", "azure-pipelines.yml", ".woodpecker.yml", ".drone.yml", ".forgejo", ".gitea"}

// job plans the job for CI.
func (p *Plan) job() error {
	for _, name := range otherCI {
		_, err := os.Lstat(filepath.Join(p.Root, name))
		if err == nil {
			p.note("%s is yours to extend: run \"go run github.com/rtest-dev/rtest/cmd/rtest@latest -junit rtest.xml ./...\" after go vet; it ends with 1 when something fails", name)
			return nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return p.add(".github/workflows/rtest.yml", "a job of GitHub Actions", []byte(Job))
}
