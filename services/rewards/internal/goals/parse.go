package goals

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Parse reads declarations of goals and checks them. Its error names every goal
// that is wrong and all that is wrong with it.
func Parse(file []byte) ([]Goal, error) {
	var written []json.RawMessage
	if err := json.Unmarshal(file, &written); err != nil {
		return nil, located(file, err)
	}
	if len(written) == 0 {
		return nil, errors.New("there are no goals")
	}
	var (
		goals    []Goal
		problems []error
		numbers  = map[string]int{}
	)
	for i, text := range written {
		g, err := parseGoal(text)
		if first, twice := numbers[g.ID]; twice && err == nil {
			err = fmt.Errorf("the id is goal %d's already", first)
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("goal %d %.40q: %w", i+1, g.ID, err))
		}
		numbers[g.ID] = i + 1
		goals = append(goals, g)
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	return goals, nil
}

// located says in which line JSON is malformed.
func located(file []byte, err error) error {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return err
	}
	return fmt.Errorf("line %d: %w", 1+bytes.Count(file[:syntax.Offset], []byte("\n")), err)
}

func parseGoal(text json.RawMessage) (Goal, error) {
	var g Goal
	strict := json.NewDecoder(bytes.NewReader(text))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&g); err != nil {
		return g, err
	}
	if err := plain(g, text); err != nil {
		return g, err
	}
	return g, g.check()
}

// plain demands the one way in which a goal is written. It refuses what the
// decoder lets pass: a field that stands twice, or in capitals, or with the
// value that it has when it is left out.
func plain(g Goal, text json.RawMessage) error {
	want, err := json.Marshal(g)
	if err != nil {
		return err
	}
	var got bytes.Buffer
	if err := json.Compact(&got, text); err != nil {
		return err
	}
	if !bytes.Equal(got.Bytes(), want) {
		return fmt.Errorf("write it as %s", want)
	}
	return nil
}
