'use strict';
(() => {
  const OUTCOMES = ['exceeded', 'unmeasured', 'inconclusive', 'within'];
  const UNKNOWN = 9223372036854775807; // the upper end of an interval without one
  const MARKS = ['garbage-collection', 'compilation', 'outlier', 'interrupted'];
  // of a point without a mark, and of one with the mark at the same place, if it has no other before
  const TYPES = [d3.symbolCircle, d3.symbolCross, d3.symbolSquare, d3.symbolDiamond, d3.symbolStar, d3.symbolTriangle, d3.symbolWye];

  // ---- elements; every text of the data gets into the page as a text node

  function element(name, attributes, ...content) {
    return fill(document.createElement(name), attributes, content);
  }

  function drawn(name, attributes, ...content) {
    return fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, content);
  }

  function fill(node, attributes, content) {
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name.startsWith('on')) {
        node.addEventListener(name.slice(2), value);
      } else if (value !== null && value !== undefined) {
        node.setAttribute(name, value);
      }
    }
    node.append(...content.flat().filter(part => part !== null && part !== undefined));
    return node;
  }

  /** A name of the data: what would change the direction of the line, or is invisible, is shown as its code. */
  function visible(text) {
    return String(text).replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu,
        c => c.codePointAt(0) === 10 ? ' ' : '\\u' + c.codePointAt(0).toString(16).toUpperCase().padStart(4, '0'));
  }

  const named = text => element('bdi', {}, visible(text));

  /** A name that breaks after a dot or before a capital letter, before it breaks within a word. */
  const breakable = text => element('bdi', {}, visible(text).split(/(?<=\.)|(?<=[a-z0-9])(?=[A-Z])/).flatMap((part, i) => i === 0 ? [part] : [element('wbr'), part]));

  // ---- quantities

  const FORMAT = new Intl.NumberFormat('en-US', {maximumFractionDigits: 10}); // made once, since it is slow to make

  const grouped = number => Math.abs(number) >= 1e15 ? number.toPrecision(3)
      : FORMAT.format(Number.isInteger(number) ? number : Number(number.toPrecision(3)));

  function scaled(number, units, factor) {
    let power = 0;
    while (Math.abs(number) >= factor && power < units.length - 1) {
      number /= factor;
      power++;
    }
    const size = Math.abs(number);
    return grouped(size >= 100 ? Math.round(number) : Number(size < 1 ? number.toPrecision(2) : number.toFixed(1))) + ' ' + units[power];
  }

  /** For example '6.2 KiB', for axes and sums. */
  function rounded(number, unit) {
    if (number === UNKNOWN) return 'unknown';
    if (unit === 'B') return scaled(number, ['B', 'KiB', 'MiB', 'GiB', 'TiB'], 1024);
    if (unit === 'ns') return scaled(number, ['ns', 'us', 'ms', 's'], 1000);
    if (unit === 'x') return (number < 1e15 ? number.toFixed(2) : grouped(number)) + 'x';
    if (unit === 'power') return 'n^' + number.toFixed(2);
    return grouped(number) + (unit ? ' ' + visible(unit) : '');
  }

  /** For example '6.2 KiB (6,336 B)': a number that can be exact is never rounded alone. */
  function amount(number, unit) {
    return unit === 'B' && number >= 1024 && number !== UNKNOWN
        ? `${rounded(number, 'B')} (${grouped(number)} B)` : rounded(number, unit);
  }

  const percent = share => share >= 10 ? grouped(Math.round(share)) + 'x' : share >= 0.1 || share === 0 ? Math.round(share * 100) + ' %' : (share * 100).toPrecision(2) + ' %';

  // ---- data

  let unreadable = 0;

  function read() {
    return document.getElementById('verdicts').textContent.split('\n').filter(line => line.trim()).flatMap(line => {
      try {
        return [JSON.parse(line)];
      } catch (e) {
        unreadable++;
        return [];
      }
    });
  }

  function readVerdicts() {
    const all = [];
    const seen = new Map();
    let file = null;
    for (const line of read()) {
      if (line.schema) {
        file = line;
      } else if (file) {
        all.push(verdict(line, file, seen));
      }
    }
    return all;
  }

  function verdict(line, file, seen) {
    const simple = line.class.replace(/^.*\./, '').replaceAll('$', '.');
    const name = `${simple}.${line.method}()${line.invocation ? ' ' + line.invocation : ''}`;
    const key = `${line.class}.${line.method}-${line.invocation}-${line.metric}-${line.noun}`;
    const number = (seen.get(key) || 0) + 1;
    seen.set(key, number);
    const limit = line.limit ? line.limit.value : null;
    const value = line.measured ? line.measured.value : null;
    return Object.assign(line, {
      file, name, simple, limitValue: limit, value,
      id: `${key}-${number}`.replace(/[^\w.$-]/g, c => '~' + c.charCodeAt(0).toString(16)),
      unit: line.measured ? line.measured.unit : line.limit ? line.limit.unit : '',
      share: limit === null || value === null ? null : limit === 0 ? (value > 0 ? Infinity : 0) : value / limit,
      isWeight: /\.tare\b/.test(line.limitSource || ''),
    });
  }

  const verdicts = readVerdicts();
  const newest = verdicts.map(v => v.file).sort((a, b) => a.start < b.start ? 1 : -1)[0];
  const isLatest = file => newest !== undefined && file.build === newest.build;

  /** Whether the last run has only a part of the suite, as that of one test, so that earlier runs count beside it. */
  const isPart = d3.max(d3.rollup(verdicts, all => all.length, v => v.file.build).values()) > verdicts.filter(v => isLatest(v.file)).length;

  // ---- tables

  function table(titles, rows, numbers = []) {
    const type = i => numbers.includes(i) ? 'number' : null;
    return element('div', {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': titles.join(', ')}, element('table', {},
        element('thead', {}, element('tr', {}, titles.map((title, i) => element('th', {scope: 'col', class: type(i)}, title)))),
        element('tbody', {}, rows.map(row => element('tr', {}, row.map((cell, i) =>
            element('td', {class: type(i)}, cell instanceof Node ? cell : named(cell ?? ''))))))));
  }

  const folded = (title, content, open) => element('details', {open: open ? '' : null}, element('summary', {}, title), content);

  function choice(legend, options, chosen, choose) {
    if (options.length < 2) return null;
    const group = 'choice' + choice.next++;
    return element('fieldset', {class: 'views'}, element('legend', {}, legend), options.map(option => element('label', {},
        element('input', {type: 'radio', name: group, checked: option === chosen ? '' : null, onchange: () => choose(option)}), option)));
  }
  choice.next = 0;

  // ---- trees: {name, amount, children}; the amount is a node's own, without its children's

  function child(parent, name) {
    parent.children ||= [];
    parent.byName ||= new Map();
    let found = parent.byName.get(name);
    if (!found) {
      found = {name, amount: 0};
      parent.byName.set(name, found);
      parent.children.push(found);
    }
    return found;
  }

  function tree(title, rows, steps) {
    const root = {name: title, amount: 0};
    for (const row of rows) {
      const leaf = steps(row).reduce(child, root);
      leaf.amount += row.amount;
      leaf.count = (leaf.count || 0) + row.count;
      leaf.saving ||= row.saving;
    }
    return shortened(root);
  }

  /** Joins a node with its only child, as in 'cache.data' or '.value: byte[]'. */
  function shortened(node) {
    while (node.isPath && node.children.length === 1) {
      const [only] = node.children;
      node = {...only, name: node.name + (only.isPath ? '' : ': ') + only.name};
    }
    return node.children ? {...node, children: node.children.map(shortened)} : node;
  }

  const packageOf = type => /^[a-z][\w.]*(?=\.[A-Z])/.exec(type)?.[0] || (/^[a-z]+(\[\])+$/.test(type) ? 'arrays of primitives' : 'no package');

  const ITSELF = '(the value itself)';

  const pathSteps = row => [...(row.where === ITSELF || !row.where ? [] : row.where.match(/\[[^\]]*\]|\.?[^.[\]]+/g) || [row.where]), row.type];

  const SITE = /^(.*?)\(?([^()\s]+\.(?:java|kt|groovy|scala)):(\d+)\)?|^(.*?\(\)):(\d+)/;
  const isSite = row => SITE.test(row.where);

  /** Whether a row is a method whose calls were counted. */
  const isMethod = row => SITE.exec(row.where)?.[1] === '';

  /** The method and the line of 'A.b(A.java:3)' or 'A.b():3'. */
  function frameSteps(place) {
    const site = SITE.exec(place);
    return site ? [site[4] || site[1] + '()', `line ${site[3] || site[5]}`] : [place || 'elsewhere'];
  }

  /** The caller is first, as in 'A.b(A.java:3) from C.d(C.java:9), held at .field'. */
  function siteSteps(row) {
    if (isMethod(row)) return [row.type, `line ${SITE.exec(row.where)[3]}`];
    const [places, holder] = row.where.split(/, (?=held at )/);
    return [...places.split(/(?<=:\d+\)) from /).reverse().flatMap(frameSteps), ...(holder ? [holder] : []), row.type];
  }

  function callTree(calls) {
    const nodes = calls.map(call => ({name: call.method, amount: call.amount, count: call.calls}));
    calls.forEach((call, i) => {
      if (call.parent >= 0) (nodes[call.parent].children ||= []).push(nodes[i]);
    });
    return nodes[0];
  }

  // ---- charts

  /** Calls draw(width) now, and whenever the width changes. */
  function fitted(draw) {
    const frame = element('div', {});
    let width = 0;
    new ResizeObserver(() => requestAnimationFrame(() => {
      if (frame.clientWidth > 0 && Math.abs(frame.clientWidth - width) > 8) {
        width = frame.clientWidth;
        frame.replaceChildren(draw(width));
      }
    })).observe(frame);
    frame.redraw = () => { if (width > 0) frame.replaceChildren(draw(width)); };
    return frame;
  }

  /** The first text that fits, or none. */
  const fitting = (length, ...texts) => texts.find(text => text.length <= length) || '';

  /** A treemap or icicle of trees that the reader can choose. A click or Enter opens a node. */
  function hierarchy(title, unit, trees, forms = ['treemap', 'icicle']) {
    let form = forms[0];
    let view = Object.keys(trees)[0];
    let path = [];
    const shown = element('p', {class: 'shown', 'aria-live': 'polite'});
    const crumbs = element('p', {});
    const frame = fitted(width => drawTree(width, focused(), form, unit, {show, open}));

    function focused() {
      return path.reduce((node, index) => node.children[index], trees[view]);
    }
    function show(text) {
      shown.replaceChildren(named(text));
    }
    function open(steps) {
      path = path.concat(steps);
      update();
      focusFirst();
    }
    function focusFirst() { // else the focus would be lost with the element that had it
      frame.querySelector('.cell')?.focus();
    }
    function update() {
      let node = trees[view];
      const nodes = [node, ...path.map(index => node = node.children[index])];
      crumbs.replaceChildren(...(path.length === 0 ? [] : nodes.flatMap((one, i) => i === path.length
          ? [named(one.name)]
          : [element('button', {type: 'button', onclick: () => { path = path.slice(0, i); update(); focusFirst(); }}, named(one.name)), ' \u203A '])));
      show('');
      frame.redraw();
    }
    return element('figure', {}, element('figcaption', {}, title),
        choice('as', forms, form, chosen => { form = chosen; update(); }),
        choice('by', Object.keys(trees), view, chosen => { view = chosen; path = []; update(); }),
        crumbs, frame, shown);
  }

  function drawTree(width, data, form, unit, {show, open}) {
    const own = (node, depth = 0) => {
      const children = (node.children || []).map((one, i) => ({...own(one, depth + 1), index: i}));
      if (node.amount > 0 && children.length > 0) {
        children.push({name: '(itself)', amount: node.amount, count: node.count, saving: node.saving});
      }
      return {...node, amount: children.length > 0 ? 0 : node.amount, children};
    };
    const root = d3.hierarchy(own(data)).sum(node => node.amount).sort((a, b) => b.value - a.value);
    let nodes;
    let height;
    if (form === 'treemap') {
      height = Math.max(220, Math.min(420, width * 0.5));
      d3.treemap().size([width, height]).paddingTop(node => node.depth < 12 ? 16 : 0).paddingInner(1).round(true)(root);
      nodes = root.descendants().filter(node => node.depth <= 12);
    } else {
      height = Math.min(24, root.height + 1) * 22;
      d3.partition().size([width, (root.height + 1) * 22])(root);
      nodes = root.descendants().filter(node => node.y1 <= height + 1);
    }
    nodes = nodes.filter(node => node.x1 - node.x0 >= 1.5 && node.y1 - node.y0 >= 1.5);
    const branch = branching(root);
    const color = new Map((branch.children || []).map((node, i) => [node, 'c' + i % 7]));
    const label = node => {
      const count = node.data.count > 1 ? `, ${grouped(node.data.count)} times` : '';
      return `${node.ancestors().reverse().slice(1).map(one => one.data.name).join(' \u203A ') || node.data.name}: `
          + `${amount(node.value, unit)}, ${percent(root.value > 0 ? node.value / root.value : 0)}${count}`
          + (node.data.saving ? `; ${node.data.saving}` : '');
    };
    const cells = nodes.map((node, i) => {
      const [w, h] = [node.x1 - node.x0, node.y1 - node.y0];
      const steps = node.ancestors().reverse().slice(1).map(one => one.data.index);
      const canOpen = node.depth > 0 && node.children && !steps.includes(undefined);
      const colored = node.ancestors().find(one => color.has(one));
      return drawn('g', {
        class: 'cell' + (node.data.saving ? ' saving' : ''), tabindex: i === 0 ? 0 : -1, role: canOpen ? 'button' : 'img',
        'aria-label': visible(label(node)), transform: `translate(${node.x0},${node.y0})`,
        onclick: () => { show(label(node)); if (canOpen) open(steps); },
        onkeydown: event => { if (canOpen && (event.key === 'Enter' || event.key === ' ')) { event.preventDefault(); open(steps); } },
        onfocus: () => show(label(node)), onmouseenter: () => show(label(node)),
      },
      drawn('rect', {width: w, height: h, class: color.get(colored) || 'c7'}),
      h > 12 ? drawn('text', {x: 3, y: Math.min(13, h - 3)}, cellText(node, Math.floor(w / 6.8), unit)) : null);
    });
    const svg = drawn('svg', {width, height, viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': `${form}; arrow keys move, Enter opens`,
      onkeydown: event => {
        const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
        const next = step && cells[cells.indexOf(document.activeElement) + step];
        if (next) {
          event.preventDefault();
          cells.forEach(cell => cell.setAttribute('tabindex', cell === next ? 0 : -1));
          next.focus();
        }
      }}, cells);
    return svg;
  }

  /** Name and amount of a node, as far as they fit. */
  function cellText(node, length, unit) {
    const name = visible(node.data.name);
    const short = name.replace(/^.*[.$](?=\w)/, '');
    const sum = rounded(node.value, unit);
    return fitting(length, `${name}  ${sum}`, `${short}  ${sum}`, name, short, sum);
  }

  /** The first node below the root that no child nearly fills. Its children have a color each. */
  function branching(root) {
    let node = root;
    while (node.children && node.children[0].children && node.children[0].value > 0.85 * node.value) {
      node = node.children[0];
    }
    return node;
  }

  const lineClass = i => `line points${i % 4}${i % 8 > 3 ? ' dashed' : ''}`;

  const symbol = i => d3.symbol(TYPES[i], 40)();

  function keys(entries) {
    return element('ul', {class: 'keys'}, entries.map(([text, shape]) => element('li', {},
        drawn('svg', {width: 22, height: 12, viewBox: '-11 -6 22 12', 'aria-hidden': 'true'}, shape), visible(text))));
  }

  /**
   * Points and lines.
   * series: {name, points: [[x, y]], isLine, marks: {name: [index]}}; limits: [{name, points or value}]
   */
  function plot({title, xTitle, unit, series, limits = [], band, scales = ['linear'], xTick = grouped, whole = false}) {
    if (!series.some(one => one.points.some(point => point[0] > 0 && point[1] > 0))) scales = ['linear'];
    let scale = scales[0];
    const marks = MARKS.filter(name => series.some(one => one.marks?.[name]));
    const frame = fitted(width => {
      const height = Math.max(200, Math.min(300, width * 0.4));
      const [left, right, top, bottom] = [72, width - 24, 8, height - 38];
      const points = series.flatMap(one => one.points);
      const limitYs = limits.flatMap(one => one.points ? one.points.map(p => p[1]) : [one.value]);
      const ys = [...points.map(p => p[1]), ...[...limitYs, ...(band || [])].filter(y => y <= 20 * d3.max(points, p => p[1]))];
      const isLog = scale === 'logarithmic';
      const ends = (values, pad) => isLog
          ? [d3.min(values.filter(v => v > 0)) / pad, d3.max(values) * pad]
          : d3.extent(values);
      const make = (values, range, pad) => (isLog ? d3.scaleLog() : d3.scaleLinear())
          .domain(ends(values, pad)).range(range);
      const x = make(points.map(p => p[0]), [left, right], 1.05);
      const y = make(ys, [bottom, top], 1.15);
      if (!isLog) y.nice();
      const line = d3.line().x(p => x(p[0])).y(p => y(p[1])).defined(p => !isLog || (p[0] > 0 && p[1] > 0));
      const svg = d3.create('svg').attr('width', width).attr('height', height).attr('viewBox', `0 0 ${width} ${height}`)
          .attr('role', 'img').attr('aria-label', visible(`${title}: ${series.map(one => one.name).join(', ')}; the figures are in the table below`));
      svg.append('g').attr('class', 'grid').attr('transform', `translate(${left},0)`)
          .call(d3.axisLeft(y).ticks(5).tickSize(left - right).tickFormat('')).select('.domain').remove();
      svg.append('g').attr('transform', `translate(0,${bottom})`).call(d3.axisBottom(x).ticks(Math.max(2, width / 110), isLog ? '~s' : undefined).tickFormat(isLog ? logTick(x, xTick, width / 110) : value => whole && !Number.isInteger(value) ? '' : xTick(value)));
      svg.append('g').attr('transform', `translate(${left},0)`).call(d3.axisLeft(y).ticks(5).tickFormat(isLog ? logTick(y, v => rounded(v, unit), 5) : v => rounded(v, unit)));
      svg.append('text').attr('x', (left + right) / 2).attr('y', height - 4).attr('text-anchor', 'middle').text(xTitle);
      if (band) {
        const [low, high] = band.map(value => Math.max(top, Math.min(bottom, y(value))));
        svg.append('rect').attr('class', 'band').attr('x', left).attr('width', right - left).attr('y', high).attr('height', Math.max(1, low - high));
      }
      limits.forEach(limit => {
        const all = limit.points || [x.domain()[0], x.domain()[1]].map(at => [at, limit.value]);
        if (limit.points || limitYs.includes(limit.value) && ys.includes(limit.value)) svg.append('path').attr('class', 'limit').attr('d', line(all));
      });
      series.forEach((one, i) => {
        if (one.isLine) svg.append('path').attr('class', lineClass(i)).attr('d', line(one.points));
        else {
          one.points.forEach((point, at) => {
            if (isLog && (point[0] <= 0 || point[1] <= 0)) return;
            const own = marks.filter(name => one.marks?.[name]?.includes(at));
            const mark = MARKS.indexOf(own[0]);
            svg.append('path').attr('class', `points${i % 4}${mark >= 0 ? ' hollow' : ''}`)
                .attr('d', symbol(mark + 1)).attr('transform', `translate(${x(point[0])},${y(point[1])})`)
                .append('title').text(`${xTick(point[0])}: ${amount(point[1], unit)}${own.map(name => ', ' + name).join('')}`);
          });
        }
      });
      return svg.node();
    });
    const entries = [
      ...series.map((one, i) => [one.name, one.isLine ? drawn('path', {class: lineClass(i), d: 'M-10,0H10'}) : drawn('path', {class: `points${i % 4}`, d: symbol(0)})]),
      ...marks.map(name => [name, drawn('path', {class: 'points0 hollow', d: symbol(MARKS.indexOf(name) + 1)})]),
      ...limits.map(limit => [limit.name, drawn('path', {class: 'limit', d: 'M-10,0H10'})]),
      ...(band ? [['interval', drawn('rect', {class: 'band', x: -10, y: -5, width: 20, height: 10})]] : []),
    ];
    return element('figure', {}, element('figcaption', {}, title), choice('axes', scales, scale, chosen => { scale = chosen; frame.redraw(); }),
        keys(entries), frame, folded('Figures of this chart', pointsTable(xTitle, unit, series, xTick)));
  }

  /** Labels all ticks, or those of 1, 2 and 5, or powers of ten: the fewest of which there are three. */
  function logTick(scale, format, wanted) {
    const digit = value => Math.round(value / 10 ** Math.floor(Math.log10(value) + 1e-9));
    const digits = [[1], [1, 2, 5], [1, 2, 3, 4, 5, 6, 7, 8, 9]];
    const chosen = scale.ticks().length <= wanted ? digits[2]
        : digits.find(some => scale.ticks().filter(value => some.includes(digit(value))).length >= 3) || digits[2];
    return value => chosen.includes(digit(value)) ? format(value) : '';
  }

  function pointsTable(xTitle, unit, series, xTick) {
    const positions = [...new Set(series.flatMap(one => one.points.map(p => p[0])))].sort((a, b) => a - b);
    const byPosition = series.map(one => new Map(one.points));
    return table([xTitle, ...series.map(one => visible(one.name))],
        positions.map(at => [xTick(at), ...byPosition.map(points => points.has(at) ? amount(points.get(at), unit) : '')]), series.map((_, i) => i + 1));
  }

  /** A line for each series: its values, quartiles and median. */
  function distribution(title, unit, series, limits, band) {
    const frame = fitted(width => {
      const height = 34 * series.length + 34;
      const values = series.flatMap(one => one.points.map(p => p[1]));
      const isNear = value => value <= 3 * d3.max(values) && value >= d3.min(values) / 3;
      const limitsInside = limits.filter(limit => isNear(limit.value));
      const x = d3.scaleLinear().domain(d3.extent([...values, ...limitsInside.map(one => one.value), ...(band || []).filter(isNear)])).nice().range([28, width - 28]);
      const svg = d3.create('svg').attr('width', width).attr('height', height).attr('viewBox', `0 0 ${width} ${height}`)
          .attr('role', 'img').attr('aria-label', visible(`${title}: ${series.map(one => {
            const sorted = one.points.map(p => p[1]).sort((a, b) => a - b);
            return `${one.name} from ${rounded(sorted[0], unit)} to ${rounded(sorted.at(-1), unit)}, median ${rounded(d3.quantile(sorted, 0.5), unit)}`;
          }).join('; ')}`));
      const [from, to] = (band || []).map(value => Math.max(0, Math.min(width, x(value))));
      if (band) svg.append('rect').attr('class', 'band').attr('x', from).attr('width', Math.max(1, to - from)).attr('y', 0).attr('height', height - 22);
      series.forEach((one, i) => {
        const sorted = one.points.map(p => p[1]).sort((a, b) => a - b);
        const [q1, q2, q3] = [0.25, 0.5, 0.75].map(q => x(d3.quantile(sorted, q)));
        const y = 34 * i + 18;
        svg.append('rect').attr('class', 'box').attr('x', q1).attr('width', Math.max(1, q3 - q1)).attr('y', y - 9).attr('height', 18);
        sorted.forEach(value => svg.append('circle').attr('class', `points${i % 4}`).attr('cx', x(value)).attr('cy', y).attr('r', 2).attr('fill-opacity', 0.5));
        svg.append('path').attr('class', `line points${i % 4}`).attr('d', `M${q2},${y - 11}V${y + 11}`);
      });
      limitsInside.forEach(limit => svg.append('path').attr('class', 'limit').attr('d', `M${x(limit.value)},0V${height - 22}`));
      svg.append('g').attr('transform', `translate(0,${height - 20})`).call(d3.axisBottom(x).ticks(Math.max(2, width / 110)).tickFormat(v => rounded(v, unit)));
      return svg.node();
    });
    return element('figure', {}, element('figcaption', {}, title),
        keys([...series.map((one, i) => [one.name + ', box: quartiles, line: median', drawn('path', {class: `points${i % 4}`, d: symbol(0)})]),
          ...limits.map(limit => [`${limit.name} ${rounded(limit.value, unit)}`, drawn('path', {class: 'limit', d: 'M-10,0H10'})]),
          ...(band ? [['interval', drawn('rect', {class: 'band', x: -10, y: -5, width: 20, height: 10})]] : [])]), frame);
  }

  // ---- the details of a verdict

  function details(v) {
    const parts = [element('p', {}, named(v.class + '.' + v.method + '()'), v.invocation ? [' ', named(v.invocation)] : null,
        ' \u00B7 ', element('a', {href: '#' + v.id}, 'link to this verdict'))];
    parts.push(element('p', {}, headline(v)));
    if (v.reason) parts.push(element('p', {}, named(v.reason)));
    if (v.remedy) parts.push(element('p', {}, 'to measure it: ', element('code', {}, visible(v.remedy))));
    if (v.limitSource) parts.push(element('p', {class: 'soft'}, 'limit set by ', named(v.limitSource)));
    parts.push(...chains(v), ...breakdownCharts(v), ...seriesCharts(v));
    if (v.breakdown) parts.push(...breakdownTables(v));
    parts.push(facts(v));
    return parts;
  }

  function headline(v) {
    const m = v.measured;
    const interval = m && m.lower !== m.upper ? `, between ${amount(m.lower, m.unit)} and ${amount(m.upper, m.unit)}` : '';
    const limit = v.limit ? `; limit ${amount(v.limitValue, v.limit.unit)}` : '; no limit';
    const over = v.outcome === 'exceeded' && v.limitValue !== null && v.value > v.limitValue
        ? `, over by ${amount(v.value - v.limitValue, v.unit)}${v.limitValue > 0 ? ` (${percent(v.value / v.limitValue - 1)})` : ''}` : '';
    return [element('span', {class: 'outcome ' + v.outcome}, v.outcome), ': ', named(v.noun), ' ',
      m ? amount(v.value, v.unit) + interval : 'not measured', limit + over];
  }

  /** The paths from a root to what survived. */
  function chains(v) {
    const notes = v.remarks.filter(remark => remark.role === 'note');
    const paths = [];
    for (const note of notes) {
      if (note.id === 'headline' || (note.id === 'held-by' && note.facts.root)) paths.push({steps: [], after: []});
      if (note.id === 'headline') paths.at(-1).title = `${note.text} ${v.name}`;
      else if (note.id === 'held-by' && paths.length > 0) {
        if (note.facts.root && paths.length > 1 && paths.at(-2).steps.length === 0) paths.at(-1).title = paths.splice(-2, 1)[0].title;
        paths.at(-1).steps.push(note.text);
      } else if (['would-go', 'also-held', 'keeps'].includes(note.id) && paths.length > 0) paths.at(-1).after.push(note);
    }
    const words = {'would-go': 'would be collected ', 'also-held': 'also held ', keeps: 'keeps '};
    return paths.filter(path => path.steps.length > 0).map(path => element('section', {}, element('h2', {}, named(path.title || 'Held by')),
        element('ol', {class: 'chain'}, path.steps.map(step => element('li', {}, named(step)))),
        path.after.map(note => element('p', {}, words[note.id], named(note.text)))));
  }

  function breakdownCharts(v) {
    const b = v.breakdown;
    if (!b) return [];
    const charts = [];
    const savings = new Map(b.savings.map(saving => [saving.where + '\n' + saving.type, `could save ${amount(saving.amount, b.unit)}`]));
    const rows = b.rows.filter(row => row.amount > 0).map(row => ({...row, saving: savings.get((row.where === ITSELF ? '' : row.where) + '\n' + row.type)}));
    const total = v.noun;
    if (b.calls.length > 1) charts.push(hierarchy('Calls', b.unit, {calls: callTree(b.calls)}, ['icicle']));
    if (rows.length === 0) return charts;
    const byType = () => tree(total, rows, row => [packageOf(row.type), row.type]);
    if (rows.some(isSite)) {
      charts.push(hierarchy('Where it comes from', b.unit, {
        'call path': tree(total, rows, siteSteps),
        type: tree(total, rows, row => [row.type]),
        line: tree(total, rows, row => [isMethod(row) ? row.type : frameSteps(row.where).join(' ')]),
      }, ['icicle', 'treemap']));
    } else if (v.metric !== 'uncollected-objects') {
      charts.push(hierarchy('Where it is', b.unit, {path: paths(total, rows), class: byType()}));
    }
    return charts;
  }

  function paths(total, rows) {
    const root = {name: total, amount: 0};
    for (const row of rows) {
      const steps = pathSteps(row);
      let node = root;
      steps.forEach((step, i) => {
        node = child(node, step);
        node.isPath = i < steps.length - 1;
      });
      node.amount += row.amount;
      node.count = (node.count || 0) + row.count;
      node.saving ||= row.saving;
    }
    return shortened(root);
  }

  function seriesCharts(v) {
    const all = v.sampling ? v.sampling.series.filter(one => one.values.length > 0) : [];
    if (all.length === 0) return [];
    const asPoints = all.map(one => ({name: one.name, unit: one.unit, marks: one.marks, isLine: one.name === 'fitted', points: d3.zip(one.positions, one.values)}));
    const unit = all[0].unit;
    if (asPoints.some(one => one.name === 'cost')) return [growth(v, asPoints, unit)];
    if (unit === 'B') {
      return [plot({title: 'Bytes of threads', xTitle: 'seconds', unit, series: asPoints.map(one => ({...one, isLine: true})), xTick: grouped})];
    }
    const limits = v.limit && v.limit.unit === unit ? [{name: 'limit', value: v.limitValue}] : [];
    const m = v.measured;
    const band = m && m.unit === unit && m.upper !== UNKNOWN ? [m.lower, m.upper] : null;
    return [
      plot({title: 'Samples in their order', xTitle: 'sample', unit, series: asPoints, limits, band, whole: true}),
      distribution('Distribution of the samples', unit, asPoints, limits, band),
    ];
  }

  /** The limit's curve begins where the fitted curve does. */
  function growth(v, series, unit) {
    const fittedCurve = series.find(one => one.name === 'fitted') || series[0];
    const [n0, y0] = fittedCurve.points[0];
    const limits = v.limit && v.limit.unit === 'power'
      ? [{name: `limit ${rounded(v.limitValue, 'power')}`, points: fittedCurve.points.map(([n]) => [n, y0 * (n / n0) ** v.limitValue])}] : [];
    return plot({title: 'Growth', xTitle: 'n', unit, series, limits, scales: ['logarithmic', 'linear']});
  }

  function breakdownTables(v) {
    const b = v.breakdown;
    const tables = [];
    if (b.rows.length > 0) {
      tables.push(folded(`All rows (${grouped(b.rows.length)})`, table(['amount', 'share', 'count', 'type', 'where'],
          b.rows.map(row => [amount(row.amount, b.unit), b.total > 0 ? percent(row.amount / b.total) : '', grouped(row.count), row.type, row.where]), [0, 1, 2]), b.rows.length <= 50));
    }
    if (b.savings.length > 0) {
      tables.push(folded('Could be saved', table(['amount', 'what'], b.savings.map(saving => [amount(saving.amount, b.unit), saving.text]), [0]), true));
    }
    return tables;
  }

  function facts(v) {
    const s = v.sampling;
    const lines = [
      ...(s ? [`${s.statistic} of ${grouped(s.readings)} ${s.readings === 1 ? 'reading' : 'readings'} after ${grouped(s.warmups)} warm-up calls`
          + (s.readings > 1 ? `, ${amount(s.smallest.value, s.smallest.unit)} to ${amount(s.largest.value, s.largest.unit)}` : '')
          + (s.first ? `; first call ${amount(s.first.value, s.first.unit)}, not judged` : '')] : []),
      ...v.counted,
      ...v.distortions.map(text => 'distorted: ' + text),
      ...(v.breakdown ? v.breakdown.notes.filter(text => !v.remarks.some(remark => remark.text === text && remark.id !== 'text'
          && ['headline', 'held-by', 'would-go', 'also-held', 'keeps'].includes(remark.id))) : []),
      ...(chains(v).length > 0 ? [] : v.remarks.filter(remark => remark.id === 'also-held').map(remark => 'also held ' + remark.text)),
      `process ${v.file.pid}, started ${time(v.file.start)}; ${v.file.jvm.name} ${v.file.jvm.version}, ${v.file.jvm.operatingSystem} ${v.file.jvm.architecture}`,
    ];
    return folded('How it was measured', element('ul', {}, lines.map(line => element('li', {}, named(line)))));
  }

  const time = iso => iso.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');

  // ---- the overview

  /** The columns of the overview; one that would be empty is left out. */
  const COLUMNS = [
    {title: 'outcome', key: v => OUTCOMES.indexOf(v.outcome)},
    {title: 'test', key: v => v.name},
    {title: 'cause', key: cause, isUsed: v => cause(v) !== '', labelled: true},
    {title: 'figure', key: v => v.noun, labelled: true},
    {title: 'measured', key: v => v.value ?? -1, number: true, labelled: true},
    {title: 'limit', key: v => v.limitValue ?? -1, number: true, labelled: true, isUsed: v => v.limit !== null},
    {title: 'of limit', key: v => v.share ?? -1, number: true, labelled: true, isUsed: v => v.share !== null},
    {title: 'can fail', key: v => v.obstacle ?? '', labelled: true, isUsed: v => v.obstacle !== undefined && isLatest(v.file)},
  ].filter(column => !column.isUsed || verdicts.some(column.isUsed));

  const state = {text: '', outcome: '', figure: '', type: '', latest: !isPart, sort: null, descending: false};

  /** What is wrong and where, in a line: what holds an object, or the path or line that leads to most of the figure. */
  function cause(v) {
    if (v.outcome === 'within') return '';
    if (v.measured === null || v.outcome === 'inconclusive') return v.reason || '';
    const root = v.remarks.find(remark => remark.id === 'held-by' && remark.facts.root);
    if (root) return `held by ${root.text}`;
    const all = (v.breakdown?.rows || []).filter(row => row.amount > 0);
    const ofSites = all.some(isSite);
    let rows = all.map(row => ({row, steps: ofSites ? [...siteSteps(row).slice(0, 2), ...(isMethod(row) ? [] : [row.type])] : pathSteps(row)}));
    const total = d3.sum(all, row => row.amount);
    const sum = some => d3.sum(some, one => one.row.amount);
    const steps = [];
    for (;;) {
      const groups = d3.groups(rows.filter(one => one.steps.length > steps.length), one => one.steps[steps.length]);
      const [step, largest] = d3.greatest(groups, ([, some]) => sum(some)) || [];
      if (!largest || sum(largest) < total / 2) break;
      steps.push(step);
      rows = largest;
    }
    if (steps.length === 0) rows = rows.slice(0, 1);
    if (rows.length === 0) return '';
    const where = steps.length === 0 ? `${rows[0].row.where} ${rows[0].row.type}`
        : ofSites ? steps.map((step, i) => (i === 0 ? '' : i === 1 ? ', ' : ': ') + step).join('').replace(v.simple + '.', '') : rows[0].steps.length === steps.length ? `${steps.slice(0, -1).join('')} ${steps.at(-1)}` : steps.join('');
    return `${percent(sum(rows) / total)} ${where.trim()}`;
  }

  function worstFirst(a, b) {
    return OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome) || compare(b.share ?? -1, a.share ?? -1) || compare(a.name, b.name);
  }

  const compare = (a, b) => a < b ? -1 : a > b ? 1 : 0;

  function selected() {
    const words = state.text.toLowerCase().split(/\s+/).filter(Boolean);
    const all = verdicts.filter(v => (!state.latest || isLatest(v.file)) && (!state.figure || v.noun === state.figure)
        && (!state.type || v.class === state.type) && matches(v)
        && words.every(word => `${v.class} ${v.name} ${v.noun}`.toLowerCase().includes(word)));
    const column = COLUMNS[state.sort];
    const sign = state.descending ? -1 : 1;
    return all.sort(column ? (a, b) => sign * compare(column.key(a), column.key(b)) || worstFirst(a, b) : worstFirst);
  }

  function matches(v) {
    switch (state.outcome) {
      case '': return true;
      case 'grown': return v.isWeight && v.outcome === 'exceeded';
      case 'shrunk': return v.isWeight && v.measured !== null && v.measured.upper < v.limitValue;
      case 'weighed': return v.isWeight;
      default: return v.outcome === state.outcome;
    }
  }

  function cells(v) {
    const button = element('button', {type: 'button', class: 'open', 'aria-expanded': 'false', onclick: () => setOpen(v, !panels.get(v)?.open)},
        element('span', {class: 'in-class'}, breakable(v.simple + '.')), breakable(v.name.slice(v.simple.length + 1)));
    return {
      outcome: element('span', {class: 'outcome ' + v.outcome}, v.outcome),
      test: isLatest(v.file) ? button : [button, element('div', {class: 'soft'}, 'run of ' + time(v.file.start))],
      cause: cause(v) === '' ? '' : breakable(cause(v)),
      figure: named(v.noun),
      measured: v.value === null ? '' : rounded(v.value, v.unit),
      limit: v.limit ? [rounded(v.limitValue, v.limit.unit), v.isWeight ? ' (weight)' : ''] : '',
      'of limit': share(v),
      'can fail': v.obstacle === undefined ? '' : v.obstacle === '' ? 'yes' : breakable('no: ' + v.obstacle),
    };
  }

  /** The limit is in the middle of the bar. Before it, the bar is linear; behind it, each third is ten times as much. */
  function share(v) {
    if (v.share === null) return '';
    const isOver = v.share > 1;
    const width = 48 * (isOver ? 1 + Math.min(1, Math.max(0.06, Math.log10(v.share) / 3)) : Math.max(0, v.share));
    return [factor(v), drawn('svg', {class: 'bar', width: 96, height: 8, 'aria-hidden': 'true'},
        drawn('rect', {class: 'all', width: 96, height: 8}), drawn('rect', {class: isOver ? 'over' : null, width, height: 8}),
        drawn('rect', {class: 'middle', x: 47.5, width: 1, height: 8}))];
  }

  function factor(v) {
    if (v.share === Infinity) return 'over 0';
    if (v.share <= 1) return percent(v.share);
    return v.share < 1.005 ? '> 1x' : v.share < 10 ? v.share.toFixed(2) + 'x' : grouped(Math.round(v.share)) + 'x';
  }

  const classOf = column => (column.number ? 'number ' : '') + column.title.replace(' ', '-');

  /** The row of a verdict, and its details if it is open. A row is made once, since thousands take a while. */
  function rowsOf(v) {
    if (!rows.has(v)) {
      const content = cells(v);
      rows.set(v, element('tr', {id: v.id}, COLUMNS.map(column => element('td',
          {class: classOf(column), 'data-title': column.labelled ? column.title : null}, ...[content[column.title]].flat()))));
    }
    return panels.get(v)?.open ? [rows.get(v), panels.get(v).row] : [rows.get(v)];
  }

  function setOpen(v, isOpen) {
    const [row] = rowsOf(v);
    if (!panels.has(v)) panels.set(v, {row: element('tr', {class: 'details'}, element('td', {colspan: COLUMNS.length}, details(v)))});
    const panel = panels.get(v);
    panel.open = isOpen;
    row.querySelector('.open').setAttribute('aria-expanded', isOpen);
    if (isOpen) row.after(panel.row);
    else panel.row.remove();
  }

  const FEW = 50; // verdicts of which none is folded

  const unfolded = new Set();
  const body = element('tbody', {});
  const count = element('p', {class: 'soft', role: 'status'});
  const rows = new Map();
  const panels = new Map();

  function update() {
    const shown = selected();
    count.textContent = `${grouped(shown.length)} of ${grouped(verdicts.length)} verdicts`;
    const isFolded = name => name && shown.length > FEW && shown.length === verdicts.length && !unfolded.has(name);
    const classes = state.sort === null ? d3.groups(shown, v => v.class) : [['', shown]];
    body.replaceChildren(...classes.flatMap(([name, all]) => {
      const folded = isFolded(name) ? all.filter(v => v.outcome === 'within' && !panels.get(v)?.open) : [];
      return [...(name ? [groupRow(name, all, folded)] : []), ...all.filter(v => !folded.includes(v)).flatMap(rowsOf)];
    }));
    body.classList.toggle('grouped', state.sort === null);
    COLUMNS.forEach((column, i) => headers[i].setAttribute('aria-sort', state.sort !== i ? 'none' : state.descending ? 'descending' : 'ascending'));
  }

  /** The name of a class, and the number of its verdicts that are not shown. */
  function groupRow(name, all, folded) {
    const [first] = all;
    return element('tr', {class: 'group'}, element('th', {colspan: COLUMNS.length, scope: 'rowgroup'}, breakable(first.simple), ' ',
        element('span', {class: 'soft'}, visible(name.slice(0, Math.max(0, name.lastIndexOf('.'))))),
        folded.length === 0 ? null : [' ', element('button', {type: 'button', class: 'open', 'aria-expanded': 'false',
          onclick: () => { unfolded.add(name); update(); }}, `${grouped(folded.length)} within`)]));
  }

  const headers = COLUMNS.map((column, i) => element('th', {scope: 'col', class: classOf(column)}, element('button', {type: 'button', onclick: () => {
    state.descending = state.sort === i ? !state.descending : Boolean(column.number);
    state.sort = i;
    update();
  }}, column.title)));

  function field(title, input) {
    return element('label', {}, title, input);
  }

  function select(title, name, options) {
    return field(title, element('select', {onchange: event => { state[name] = event.target.value; update(); }},
        options.map(([value, text]) => element('option', {value}, visible(text)))));
  }

  const sorted = values => [...new Set(values)].sort();

  function filters() {
    const other = ['grown', 'shrunk', 'weighed'].map(word => [word, word]);
    return element('form', {class: 'filters', onsubmit: event => event.preventDefault()},
        field('text', element('input', {type: 'search', oninput: event => { state.text = event.target.value; update(); }})),
        select('outcome', 'outcome', [['', 'all'], ...OUTCOMES.map(word => [word, word]), ...other]),
        select('figure', 'figure', [['', 'all'], ...sorted(verdicts.map(v => v.noun)).map(noun => [noun, noun])]),
        select('class', 'type', [['', 'all'], ...sorted(verdicts.map(v => v.class)).map(name => [name, name])]),
        verdicts.every(v => isLatest(v.file)) ? null : element('label', {class: 'check'},
            element('input', {type: 'checkbox', checked: state.latest ? '' : null, onchange: event => { state.latest = event.target.checked; update(); }}), 'last run only'));
  }

  function totals() {
    const latest = isPart ? verdicts : verdicts.filter(v => isLatest(v.file));
    const number = predicate => latest.filter(predicate).length;
    return [
      element('ul', {class: 'totals'}, OUTCOMES.map(outcome => element('li', {class: 'outcome ' + outcome}, `${grouped(number(v => v.outcome === outcome))} ${outcome}`))),
      element('p', {class: 'soft'}, [newest.project && named(newest.project + ' \u00B7 '), `run of ${time(newest.start)}`,
        isPart ? ` with ${grouped(verdicts.filter(v => isLatest(v.file)).length)} of these verdicts; the others are the last ones of earlier runs` : '']),
      element('p', {class: 'soft'}, sorted(latest.map(v => `Java ${v.file.jvm.version}, ${v.file.jvm.name}, ${v.file.jvm.operatingSystem} ${v.file.jvm.architecture}`))
          .flatMap((text, i) => [i > 0 ? '; ' : '', named(text)])),
    ];
  }

  // ---- the page

  function openLink() {
    const linked = verdicts.find(v => '#' + v.id === location.hash);
    if (!linked) return;
    if (!selected().includes(linked)) {
      Object.assign(state, {text: '', outcome: '', figure: '', type: '', latest: state.latest && isLatest(linked.file)});
      form.replaceWith(form = filters());
      const check = form.querySelector('[type=checkbox]');
      if (check) check.checked = state.latest;
    }
    unfolded.add(linked.class);
    update();
    setOpen(linked, true);
    document.getElementById(linked.id).scrollIntoView();
  }

  let form = filters();
  document.body.append(element('main', {},
      element('h1', {}, 'Tare report'),
      newest ? null : element('p', {}, 'There are no verdicts.'),
      unreadable > 0 ? element('p', {class: 'exceeded'}, `${grouped(unreadable)} lines of the data cannot be read and are left out.`) : null,
      verdicts.length === 0 ? [] : [...totals(), form, count,
        element('table', {class: 'verdicts'}, element('caption', {class: 'hidden'}, 'Verdicts'), element('thead', {}, element('tr', {}, headers)), body)]));
  if (verdicts.length > 0) update();
  window.addEventListener('hashchange', openLink);
  openLink();
})();
