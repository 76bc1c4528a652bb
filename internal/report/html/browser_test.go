package html

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// contrast lists the texts with a contrast of less than 4.5 to their background.
const contrast = `(function () {
  var canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  var known = {};
  function rgb(c) { if (!known[c]) { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = c; canvas.fillRect(0, 0, 1, 1); known[c] = canvas.getImageData(0, 0, 1, 1).data; } return known[c]; }
  function lum(c) { var v = [0, 1, 2].map(function (i) { var x = c[i] / 255; return x <= .04045 ? x / 12.92 : Math.pow((x + .055) / 1.055, 2.4); }); return .2126 * v[0] + .7152 * v[1] + .0722 * v[2]; }
  var bad = [];
  document.querySelectorAll('body, body *').forEach(function (e) {
    var own = Array.prototype.some.call(e.childNodes, function (n) { return n.nodeType === 3 && n.textContent.trim(); });
    if (!own || !e.checkVisibility() || e.tagName === 'SCRIPT' || e.tagName === 'title' || e.tagName === 'desc') return;
    var style = getComputedStyle(e), inSVG = e.tagName === 'text';
    var back = [255, 255, 255];
    for (var p = e; p; p = p.parentElement) {
      var box = inSVG && p.tagName === 'g' && p.querySelector('.b');
      var c = rgb(box ? getComputedStyle(box).fill : getComputedStyle(p).backgroundColor);
      if (c[3] > 250) { back = c; break; }
    }
    var a = lum(rgb(inSVG ? style.fill : style.color)), b = lum(back);
    var ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < 4.5) bad.push(e.tagName + '.' + e.getAttribute('class') + ' ' + e.textContent.trim().slice(0, 40) + ' ' + ratio.toFixed(2));
  });
  return Array.from(new Set(bad)).slice(0, 20);
})()`

func TestBrowser(t *testing.T) {
	b := newBrowser(t)
	dir := t.TempDir()
	files, err := sample().Files()
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(dir, files); err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return "file://" + filepath.ToSlash(filepath.Join(dir, name)) }
	t.Run("looks", func(t *testing.T) {
		b.t = t
		for _, f := range files {
			for _, scheme := range []string{"light", "dark"} {
				b.media(scheme, "")
				b.width(1100)
				b.open(at(f.Name))
				var dark bool
				b.eval(`(function () { var c = getComputedStyle(document.body).backgroundColor.match(/\d+/g); return +c[0] + +c[1] + +c[2] < 380; })()`, &dark)
				if dark != (scheme == "dark") {
					t.Errorf("%s: %s is not", f.Name, scheme)
				}
				var bad []string
				if b.eval(contrast, &bad); len(bad) > 0 {
					t.Errorf("%s, %s: hard to read: %s", f.Name, scheme, strings.Join(bad, "; "))
				}
				b.picture(f.Name + "-" + scheme)
			}
			b.fits(f.Name, at(f.Name))
		}
	})
	t.Run("names", func(t *testing.T) {
		b.t = t
		for _, f := range files {
			if f.Name != "example.com-m.Many.html" { // It has nothing of its own but the number.
				b.open(at(f.Name))
				b.named(f.Name)
			}
		}
	})
	t.Run("keyboard", func(t *testing.T) {
		b.t = t
		b.keyboard(at("index.html"), at("example.com-m.Pop.html"))
	})
	t.Run("print", func(t *testing.T) {
		b.t = t
		b.media("dark", "print")
		b.open(at("example.com-m.Pop.html"))
		var look struct {
			Background, Nav string
			Closed          int
		}
		b.eval(`(function () { dispatchEvent(new Event('beforeprint')); return {Background: getComputedStyle(document.body).backgroundColor, Nav: getComputedStyle(document.querySelector('nav')).display, Closed: document.querySelectorAll('details:not([open])').length}; })()`, &look)
		if look.Background != "rgb(255, 255, 255)" || look.Nav != "none" || look.Closed != 0 {
			t.Errorf("printed: %+v", look)
		}
	})
	for _, url := range b.requests() {
		if !strings.HasPrefix(url, "file://"+filepath.ToSlash(dir)) && !strings.HasPrefix(url, "data:") && url != "about:blank" {
			t.Errorf("a page asks for %s", url)
		}
	}
	if list := b.complaints(); len(list) > 0 {
		t.Errorf("the browser complains: %s", strings.Join(list, "\n"))
	}
}

// fits checks that a page is not wider than a telephone, but for parts that scroll by themselves.
func (b *browser) fits(name, url string) {
	b.t.Helper()
	b.width(360)
	b.open(url)
	var wide struct {
		Page  int
		Parts []string
	}
	b.eval(`(function () { var parts = []; document.querySelectorAll('body *').forEach(function (e) {
	  if (e.checkVisibility() && e.getBoundingClientRect().right > 361 && !e.closest('.scroll, .source, pre, table.data, .skip')) parts.push(e.tagName + '.' + e.className); });
	  return {Page: document.documentElement.scrollWidth, Parts: parts.slice(0, 5)}; })()`, &wide)
	if wide.Page > 360 || len(wide.Parts) > 0 {
		b.t.Errorf("%s is %d pixels wide on a screen of 360: %v", name, wide.Page, wide.Parts)
	}
	b.picture(name + "-360")
}

// named checks that everything that can be reached or seen has an accessible name.
func (b *browser) named(page string) {
	b.t.Helper()
	type text struct{ Value any }
	var tree struct {
		Nodes []struct {
			Ignored                 bool
			Role, Name, Description text
			NodeID                  string
		}
	}
	b.call("Accessibility.getFullAXTree", nil, &tree)
	want := []any{"link", "button", "searchbox", "textbox", "checkbox", "image", "img", "DisclosureTriangle", "region", "heading", "navigation", "article"}
	seen := map[any]int{}
	for _, n := range tree.Nodes {
		if n.Ignored || !slices.Contains(want, n.Role.Value) {
			continue
		}
		seen[n.Role.Value]++
		if s, _ := n.Name.Value.(string); strings.TrimSpace(s) == "" {
			b.t.Errorf("%s: a %s has no name", page, n.Role.Value)
		}
		if role := n.Role.Value; role == "image" || role == "img" {
			if s, _ := n.Description.Value.(string); s == "" {
				b.t.Errorf("%s: the picture %v has no description", page, n.Name.Value)
			}
		}
	}
	if seen["link"] == 0 || seen["heading"] == 0 {
		b.t.Errorf("%s: no links or headings: %v", page, seen)
	}
	if pictures := seen["image"] + seen["img"]; strings.Contains(page, "Insert") && pictures != 2 {
		b.t.Errorf("%s: %d pictures, not 2", page, pictures)
	}
	var language string
	if b.eval("document.documentElement.lang", &language); language != "en" {
		b.t.Errorf("%s: its language is %q", page, language)
	}
}

// focus is the element that has the focus.
type focus struct {
	Tag, Text, ID string
	Outlined      bool
	Inside        bool
}

func (b *browser) focused() (f focus) {
	b.t.Helper()
	b.eval(`(function () { var e = document.activeElement, s = getComputedStyle(e), r = e.getBoundingClientRect();
	  return {Tag: e.tagName, Text: e.textContent.trim().slice(0, 40), ID: e.id, Outlined: s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0, Inside: r.left >= 0 && r.top >= 0 && r.width > 0}; })()`, &f)
	return f
}

// keyboard walks through pages without a mouse.
func (b *browser) keyboard(index, page string) {
	b.t.Helper()
	b.width(1100)
	b.media("light", "")
	b.open(index)
	b.key("Tab", 9)
	if f := b.focused(); !f.Inside || !f.Outlined || !strings.HasPrefix(f.Text, "Skip") {
		b.t.Errorf("the first key does not lead to a visible link that skips: %+v", f)
	}
	var met []string
	for range 12 {
		b.key("Tab", 9)
		f := b.focused()
		if f.Tag == "BODY" {
			break // All were reached.
		}
		if met = append(met, f.Tag+" "+f.ID+" "+f.Text); !f.Outlined {
			b.t.Errorf("%+v does not show that it has the focus", f)
		}
	}
	for _, want := range []string{"INPUT filter ", "INPUT only ", "A  Insert"} {
		if !slices.Contains(met, want) {
			b.t.Errorf("keys do not lead to %s: %q", want, met)
		}
	}
	b.key("/", 191)
	for _, r := range "pop" {
		b.key(string(r), int(r)-32)
	}
	var shown []string
	b.eval(`Array.from(document.querySelectorAll('table.index tbody tr:not([hidden]) a')).map(function (a) { return a.textContent; })`, &shown)
	if !slices.Equal(shown, []string{"Pop"}) {
		b.t.Errorf("the filter pop shows %q", shown)
	}
	b.open(page)
	for range 40 {
		b.key("Tab", 9)
		if f := b.focused(); f.Tag == "SUMMARY" {
			break
		}
	}
	b.key("Enter", 13)
	var open bool
	if b.eval("document.activeElement.parentElement.open", &open); !open {
		b.t.Error("no key opens what is folded")
	}
}

// picture writes a screenshot to the folder RTEST_SCREENSHOTS, for people to look at.
func (b *browser) picture(name string) {
	dir := os.Getenv("RTEST_SCREENSHOTS")
	if dir == "" {
		return
	}
	var out struct{ Data string }
	b.call("Page.captureScreenshot", map[string]any{"format": "png"}, &out)
	data, err := base64.StdEncoding.DecodeString(out.Data)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), data, 0o644)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// TestOrder has the browser lay out a diamond with one more below: each arrow goes down from the box of the lesser to that of the greater, and
// no box covers another.
func TestOrder(t *testing.T) {
	b := newBrowser(t)
	o := &Order{Title: "Implementations", Edges: [][2]int{{0, 1}, {0, 2}, {1, 3}, {2, 3}, {1, 4}}}
	for _, name := range []string{"best", "left", "right", "both", "low"} {
		o.Nodes = append(o.Nodes, OrderNode{Head: name, Rows: []Fact{{"bugs", "none"}}})
	}
	files, err := (&Report{Sheets: []*Sheet{{Title: "Ranking", Order: o}}}).Files()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := Write(dir, files); err != nil {
		t.Fatal(err)
	}
	b.width(1100)
	b.open("file://" + filepath.ToSlash(filepath.Join(dir, "index.html")))
	var seen struct{ Arrows, Covered []string }
	b.eval(`(function () {
	  var boxes = Array.from(document.querySelectorAll('svg g.box')).map(function (g) { return {name: g.querySelector('text').textContent.trim(), r: g.querySelector('rect').getBoundingClientRect()}; });
	  function near(x, y, edge) { var hit = boxes.filter(function (b) { return b.r.left <= x && x <= b.r.right && Math.abs(b.r[edge] - y) < 3; }); return hit.length ? hit[0].name : '?'; }
	  var arrows = Array.from(document.querySelectorAll('svg path.a')).map(function (p) {
	    var m = p.getScreenCTM(), from = p.getPointAtLength(0).matrixTransform(m), to = p.getPointAtLength(p.getTotalLength()).matrixTransform(m), head = p.nextElementSibling.getBoundingClientRect();
	    return near(from.x, from.y, 'bottom') + ' ' + near(to.x, head.bottom, 'top'); });
	  var covered = [];
	  boxes.forEach(function (a, i) { boxes.slice(i + 1).forEach(function (c) {
	    if (a.r.left < c.r.right && c.r.left < a.r.right && a.r.top < c.r.bottom && c.r.top < a.r.bottom) covered.push(a.name + ' ' + c.name); }); });
	  return {Arrows: arrows.sort(), Covered: covered};
	})()`, &seen)
	if want := []string{"best left", "best right", "left both", "left low", "right both"}; !slices.Equal(seen.Arrows, want) || len(seen.Covered) > 0 {
		t.Errorf("%+v, not arrows %q", seen, want)
	}
}
