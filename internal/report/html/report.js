(function () {
  'use strict';
  var box = document.getElementById('filter');
  if (box) {
    var rows = Array.prototype.slice.call(document.querySelectorAll('table.index tbody tr'));
    var only = document.getElementById('only'), said = document.getElementById('said');
    var show = function () {
      var words = box.value.toLowerCase().split(/\s+/), n = 0;
      rows.forEach(function (r) {
        var text = r.textContent.toLowerCase();
        var fits = words.every(function (w) { return text.indexOf(w) >= 0; }) && (!only.checked || r.dataset.tone === 'bad' || r.dataset.tone === 'warn');
        r.hidden = !fits;
        if (fits) n++;
      });
      document.querySelectorAll('section.package').forEach(function (s) {
        var any = s.querySelector('table.index tbody tr:not([hidden])');
        s.hidden = !any && !!s.querySelector('table.index');
      });
      said.textContent = n === rows.length ? '' : n + ' of ' + rows.length + ' shown';
    };
    box.addEventListener('input', show);
    only.addEventListener('change', show);
    document.querySelector('.tools').hidden = false;
    document.addEventListener('keydown', function (e) {
      if (e.key === '/' && document.activeElement !== box) { e.preventDefault(); box.focus(); }
    });
  }
  // A picture that is wider than the page begins at its root, or as lanes do at the left, and can be seen as a whole.
  document.querySelectorAll('figure').forEach(function (figure) {
    var scroll = figure.querySelector('.scroll'), svg = scroll.querySelector('svg');
    var centre = function () {
      if (svg.querySelector('.lane')) return;
      var root = svg.querySelector('.frame rect') || svg, r = root.getBoundingClientRect(), s = scroll.getBoundingClientRect();
      scroll.scrollLeft += r.left + r.width / 2 - s.left - s.width / 2;
    };
    var settle = function () {
      if (!scroll.clientWidth || figure.dataset.settled || scroll.scrollWidth <= scroll.clientWidth) return;
      figure.dataset.settled = '1';
      centre();
      if (scroll.scrollWidth < scroll.clientWidth * 1.2) return;
      var button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'fit to the page';
      button.setAttribute('aria-pressed', 'false');
      button.addEventListener('click', function () {
        var fit = figure.classList.toggle('fit');
        button.setAttribute('aria-pressed', String(fit));
        if (!fit) centre();
      });
      figure.querySelector('figcaption').append(' ', button);
    };
    settle();
    var folded = figure.closest('details');
    if (folded) folded.addEventListener('toggle', settle);
  });
  window.addEventListener('beforeprint', function () {
    document.querySelectorAll('details').forEach(function (d) { if (!d.open) { d.open = true; d.dataset.closed = '1'; } });
  });
  window.addEventListener('afterprint', function () {
    document.querySelectorAll('details[data-closed]').forEach(function (d) { d.open = false; delete d.dataset.closed; });
  });
})();
