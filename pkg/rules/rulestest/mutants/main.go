// Command mutants asks whether the tests of the rules would notice a mistake: it
// breaks one rule after another on purpose and runs the tests against each. A
// mutant that no test notices shows a test that is missing, one that can't be
// made any more a list that is out of date; both make the command fail. It is run
// at the top of the repository and changes no file.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
)

func main() {
	only := flag.String("only", "", "try the mutants whose file and rule match this regular expression")
	flag.Parse()
	if err := run(*only); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(only string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	wanted, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	var list []mutant
	for _, m := range mutants() {
		if wanted.MatchString(m.file + " " + m.rule) {
			list = append(list, m)
		}
	}
	temp, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(temp) }()
	l := laboratory{temp: temp, report: os.Stdout}
	return l.tryAll(ctx, list)
}
