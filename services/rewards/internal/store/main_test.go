package store_test

import (
	"testing"

	"kydai.dev/pkg/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m, 30) }
