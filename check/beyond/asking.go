package beyond

import (
	"context"
	"errors"
	"slices"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
)

// portionText is the number of characters that the texts of one question have together. A question
// with more is divided into at most mostPortions questions, because drawing from a form takes work for
// all of its texts at each length.
const (
	portionText  = 1500
	mostPortions = 32
)

// portionsOf returns the number of questions into which one with this many characters of texts is
// divided.
func portionsOf(text int) int { return min(1+(text-1)/portionText, mostPortions) }

// question encodes a question. It leaves Problem nil if the question has no answer, or is too large
// even for few parts. A question that is too large is made smaller, and later ones start with a
// structure depth that fit.
func (g *Sampler) question(ctx context.Context, f *Question) error {
	pose := g.target.Forms.Pose
	if f.aimed {
		pose = g.target.Forms.Accepting
	}
	if g.fits > 0 && f.opt.Depth > g.fits && !f.aimed {
		f.opt.Depth = g.fits
	}
	for {
		var err error
		f.Problem, err = g.target.Clock.inTime(ctx, func(ctx context.Context) (*Problem, error) { return pose(ctx, f.opt) })
		if f.large = errors.Is(err, encode.ErrTooLarge); !f.large {
			return err
		}
		f.Problem = nil
		if f.aimed || !f.smaller(g.target.Depth) {
			return nil
		}
		g.fits = f.opt.Depth
	}
}

// leastParts is the least number of parts to which questions shrink.
const leastParts = 7

// smaller lowers the structure depth of a question, down to the first one outside the bounds, then its
// number of parts. It returns false if that is small already.
func (f *Question) smaller(depth int) bool {
	b := *f.opt.Beyond
	switch {
	case f.opt.Depth > depth+1:
		f.opt.Depth = (f.opt.Depth + depth + 1) / 2
	case b.Parts/2 >= leastParts && len(b.Lengths) == 0:
		b.Parts /= 2
	default:
		return false
	}
	f.opt.Beyond = &b
	return true
}

// portions divides question i if its texts are long. The further portions become new questions at the
// end. It returns the indices of all portions.
func (g *Sampler) portions(ctx context.Context, i, count int) ([]int, error) {
	f, all := g.Questions[i], []int{i}
	n := portionsOf(f.Problem.Lexicon)
	if f.opt.Beyond.Composed == 0 || f.aimed || n < 2 {
		return all, nil
	}
	for k := range n {
		part, beyond := *f, *f.opt.Beyond
		beyond.Portion, beyond.Portions = k, n
		part.opt.Beyond, part.count = &beyond, count/n
		if k > 0 {
			all = append(all, len(g.Questions))
			g.Questions = append(g.Questions, &part)
		} else {
			*f = part
		}
		if err := g.question(ctx, g.Questions[all[k]]); err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(all, func(i int) bool { return g.Questions[i].Problem == nil }), nil
}

// Forms returns the forms of a question for arguments outside the depths: several if its texts are
// long, none if they are too large.
func Forms(ctx context.Context, in encode.Inputs, opt encode.Options) (list []*form.Form, err error) {
	for k, n := 0, 1; k < n; k++ {
		b := *opt.Beyond
		if n > 1 {
			b.Portion, b.Portions = k, n
		}
		opt.Beyond = &b
		q, err := encode.Encode(ctx, in, opt)
		switch {
		case errors.Is(err, encode.ErrTooLarge):
			continue
		case err != nil:
			return nil, err
		}
		if m := portionsOf(q.Lexicon); n == 1 && m > 1 && b.Composed != 0 {
			k, n = -1, m
			continue
		}
		list = append(list, q.Form)
	}
	return list, nil
}

// takeAll adds inputs of some questions, equally many of each, and returns how many were drawn.
func (g *Sampler) takeAll(ctx context.Context, places []int, count int) (met int, err error) {
	for k, i := range places {
		n, err := g.take(ctx, i, count/(len(places)-k))
		if err != nil {
			return met, err
		}
		met, count = met+n, count-n
	}
	return met, nil
}
