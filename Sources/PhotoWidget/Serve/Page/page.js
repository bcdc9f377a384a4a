'use strict';

// The page asks for /widgets.json every two seconds; an answer that has not changed is a 304 without a body. Text from feeds
// becomes text nodes only, never markup.

const interval = 2000;
const longestInterval = 30000;
const $ = (id) => document.getElementById(id);
const cards = new Map();
let tag = null;
let widgets = [];
let clockSkew = 0;
let failures = 0;
let timer = 0;

const statusWords = {
  fresh: 'Fresh', revalidated: 'Up to date', cached: 'Cached', stale: 'Old', placeholder: 'Waiting for its first photo',
  damaged: 'Damaged', unknown: 'Unknown',
};
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' });

function span(seconds) {
  const units = [['day', 86400], ['hour', 3600], ['minute', 60]];
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  return relative.format(Math.trunc(seconds), 'second');
}

function element(name, properties, children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...(children || []));
  return made;
}

function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

function sources(pictures, scheme) {
  return pictures.filter((picture) => picture.scheme === scheme)
    .map((picture) => `${picture.src} ${picture.scale}x`).join(', ');
}

function isWeb(url) { return /^https?:/i.test(url); }

function linkTo(url, properties, children) {
  const link = element('a', { href: url, rel: 'noopener noreferrer', ...properties }, children);
  if (isWeb(url)) link.target = '_blank';
  return link;
}

function pictureOf(widget) {
  const light = widget.pictures.filter((picture) => picture.scheme === 'light');
  const first = light[0] || widget.pictures[0];
  if (!first) return element('p', { className: 'none', textContent: 'No picture' });
  const image = element('img', { alt: widget.alt, decoding: 'async' });
  if (first.width && first.height) Object.assign(image, { width: first.width, height: first.height });
  if (light.length > 1) image.srcset = sources(widget.pictures, 'light');
  image.src = first.src;
  const picture = element('picture', {}, []);
  const dark = sources(widget.pictures, 'dark');
  if (dark) picture.append(element('source', { media: '(prefers-color-scheme: dark)', srcset: dark }));
  picture.append(image);
  const frame = element('div', { className: 'frame' });
  frame.classList.toggle('drawn', Boolean(dark));
  frame.append(widget.link ? linkTo(widget.link, { className: 'whole' }, [picture]) : picture);
  for (const link of widget.links) {
    const hit = linkTo(link.url, { className: 'hit', title: link.url });
    hit.setAttribute('aria-label', link.url);
    const [x, y, width, height] = link.rect.map((side) => `${side * 100}%`);
    Object.assign(hit.style, { left: x, top: y, width, height });
    frame.append(hit);
  }
  return frame;
}

function show(widget) {
  const key = `${widget.kind}/${widget.instance}`;
  let card = cards.get(key);
  if (!card) {
    const root = $('card').content.firstElementChild.cloneNode(true);
    card = { root, set: null };
    for (const name of ['picture', 'title', 'author', 'status', 'reason', 'name', 'made', 'next']) {
      card[name] = root.querySelector(`.${name}`);
    }
    cards.set(key, card);
  }
  if (card.set !== widget.set) {
    const focused = [...card.picture.querySelectorAll('a')].indexOf(document.activeElement);
    card.picture.replaceChildren(pictureOf(widget));
    if (focused >= 0) card.picture.querySelectorAll('a')[focused]?.focus({ preventScroll: true });
    if (card.set !== null) setText($('news'), `${key} has changed: ${widget.alt}`);
    card.set = widget.set;
  }
  setText(card.title, widget.title || key);
  setText(card.author, widget.author ? `by ${widget.author}` : '');
  setText(card.status, statusWords[widget.status] || widget.status);
  card.status.className = `status ${/^[a-z]+$/.test(widget.status) ? widget.status : 'unknown'}`;
  setText(card.reason, widget.reason || '');
  setText(card.name, key);
  return card.root;
}

function draw() {
  const roots = widgets.map(show);
  const known = new Set(widgets.map((widget) => `${widget.kind}/${widget.instance}`));
  for (const key of [...cards.keys()]) if (!known.has(key)) cards.delete(key);
  const list = $('widgets');
  if (roots.length !== list.children.length || roots.some((root, index) => root !== list.children[index])) {
    list.replaceChildren(...roots);
  }
  $('empty').hidden = widgets.length > 0;
  list.hidden = widgets.length === 0;
  tick();
}

function tick() {
  const now = Date.now() + clockSkew;
  for (const widget of widgets) {
    const card = cards.get(`${widget.kind}/${widget.instance}`);
    const made = Date.parse(widget.date);
    const next = Date.parse(widget.validUntil);
    // What was just made is not made in the future because of the second that Date leaves out.
    setText(card.made, made ? `made ${span(Math.min((made - now) / 1000, 0))}` : '');
    setText(card.next, !next ? '' : next > now ? `next ${span((next - now) / 1000)}` : `next was due ${span((next - now) / 1000)}`);
  }
}

async function poll() {
  clearTimeout(timer);
  try {
    const response = await fetch('/widgets.json', { cache: 'no-cache', signal: AbortSignal.timeout(10000) });
    if (!response.ok) throw new Error(`the server says ${response.status}`);
    const date = Date.parse(response.headers.get('Date'));
    if (date) clockSkew = Math.abs(date - Date.now()) < 1500 ? 0 : date - Date.now();
    if (tag === null || response.headers.get('ETag') !== tag) {
      widgets = (await response.json()).widgets;
      tag = response.headers.get('ETag');
      draw();
    }
    failures = 0;
    $('connection').className = '';
    setText($('connection'), 'Live');
  } catch (error) {
    failures += 1;
    $('connection').className = 'lost';
    setText($('connection'), `Not connected (${error.message}); trying again`);
  }
  if (!document.hidden) timer = setTimeout(poll, Math.min(interval * 2 ** Math.min(failures, 8), longestInterval));
}

document.addEventListener('visibilitychange', () => { if (!document.hidden) poll(); });
setInterval(() => { if (!document.hidden) tick(); }, 1000);
poll();
