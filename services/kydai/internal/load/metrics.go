package load

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

const scrapeLimit = 10 * time.Second

// metrics are the series of a Prometheus page by name and labels.
type metrics map[string]float64

// scrape reads the page of an operator's address.
func scrape(ctx context.Context, ops string) (metrics, error) {
	ctx, cancel := context.WithTimeout(ctx, scrapeLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(ops, "/")+"/metrics", http.NoBody)
	if err != nil {
		return nil, fmt.Errorf("read metrics: %w", err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, fmt.Errorf("read metrics: %w", err)
	}
	defer func() { _ = res.Body.Close() }() // it has been read
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("read metrics: %s", res.Status)
	}
	m := metrics{}
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		m.add(lines.Text())
	}
	return m, lines.Err()
}

// add reads a line of the text format; comments have no value.
func (m metrics) add(line string) {
	if strings.HasPrefix(line, "#") {
		return
	}
	end := strings.LastIndexByte(line, ' ')
	if end < 0 {
		return
	}
	if v, err := strconv.ParseFloat(line[end+1:], 64); err == nil {
		m[line[:end]] = v
	}
}

// sum adds up the series of a name, whatever their labels.
func (m metrics) sum(name string) float64 {
	var sum float64
	for series, v := range m {
		if series == name || strings.HasPrefix(series, name+"{") {
			sum += v
		}
	}
	return sum
}

// minus is how much each series has grown since a page read before.
func (m metrics) minus(before metrics) metrics {
	grown := make(metrics, len(m))
	for series, v := range m {
		grown[series] = v - before[series]
	}
	return grown
}

// mean is the mean of a histogram; 0 where it is empty.
func (m metrics) mean(histogram string) float64 {
	n := m.sum(histogram + "_count")
	if n == 0 {
		return 0
	}
	return m.sum(histogram+"_sum") / n
}

// quantile is the upper bound of the bucket in which a quantile lies; 0 where
// the histogram is empty or the quantile lies beyond its buckets.
func (m metrics) quantile(histogram string, q float64) float64 {
	type bucket struct{ most, n float64 }
	var buckets []bucket
	for series, n := range m {
		labels, ok := strings.CutPrefix(series, histogram+"_bucket{")
		if !ok {
			continue
		}
		_, bound, _ := strings.Cut(labels, `le="`)
		bound, _, _ = strings.Cut(bound, `"`)
		if most, err := strconv.ParseFloat(bound, 64); err == nil {
			buckets = append(buckets, bucket{most, n})
		}
	}
	slices.SortFunc(buckets, func(a, b bucket) int { return int(math.Copysign(1, a.most-b.most)) })
	all := m.sum(histogram + "_count")
	for _, b := range buckets {
		if all > 0 && b.n >= q*all && !math.IsInf(b.most, 0) {
			return b.most
		}
	}
	return 0
}
