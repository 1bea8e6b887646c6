package testkit

import (
	"flag"
	"os"
	"strconv"
	"testing"
)

// Main is the TestMain of a package whose properties are costly to check: each is
// checked with so many cases, unless -rapid.checks or KYDAI_SOAK=1 ask for more.
func Main(m *testing.M, checks int) {
	flag.Parse()
	asked := os.Getenv("KYDAI_SOAK") != ""
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "rapid.checks" })
	if !asked {
		if err := flag.Set("rapid.checks", strconv.Itoa(checks)); err != nil {
			panic(err) // the package has no properties
		}
	}
	os.Exit(m.Run())
}
