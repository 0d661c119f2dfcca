import type { Picture } from './picture.ts';

/** One page over all pictures: chosen by screen and look, a row a state, each to be opened and leafed through by keys. */
export function albumPage(pictures: readonly Picture[]): string {
  return `<!doctype html>
<meta charset="utf-8">
<title>Pictures of every screen</title>
<style>
  :root { color-scheme: light dark; font: 14px/1.4 system-ui, sans-serif; }
  body { margin: 0; display: grid; grid-template-columns: 260px 1fr; height: 100dvh; }
  nav, main { overflow: auto; padding: 12px; }
  nav { border-right: 1px solid #8886; }
  nav button { display: block; width: 100%; text-align: start; border: 0; background: none; padding: 4px 8px; font: inherit; color: inherit; cursor: pointer; border-radius: 5px; }
  nav button[aria-current] { background: #4a7bc0; color: white; }
  nav b { float: right; color: #d33; }
  fieldset { display: inline-flex; gap: 10px; border: 0; padding: 0; margin: 0 24px 12px 0; }
  h2 { font-size: 15px; margin: 18px 0 6px; }
  .row { display: flex; flex-wrap: wrap; gap: 12px; align-items: flex-start; }
  figure { margin: 0; width: 360px; }
  figure[data-narrow] { width: 150px; }
  figure img { width: 100%; border: 1px solid #8886; cursor: zoom-in; display: block; }
  figcaption { font-size: 12px; }
  figcaption em { display: block; color: #d33; font-style: normal; overflow-wrap: anywhere; }
  dialog { max-width: none; max-height: none; width: 100vw; height: 100vh; margin: 0; padding: 12px; box-sizing: border-box; overflow: auto; border: 0; }
  dialog img { display: block; margin: 8px auto; max-width: 100%; }
</style>
<nav></nav>
<main><form></form><div id="rows"></div></main>
<dialog><strong></strong> ← → <img alt=""></dialog>
<script>
const pictures = ${JSON.stringify(pictures).replaceAll('<', '\\u003c')};
const of = (key) => [...new Set(pictures.map((one) => one[key]))];
const hidden = new Set();
let screen = decodeURIComponent(location.hash.slice(1)) || of('screen')[0];
const make = (tag, words, more) => Object.assign(document.createElement(tag), words ? { textContent: words } : {}, more);
const nav = document.querySelector('nav');
const form = document.querySelector('form');
const dialog = document.querySelector('dialog');
const shown = () => pictures.filter((one) => one.screen === screen && ![one.language, one.scheme, one.width].some((look) => hidden.has(String(look))));
let front = 0;
function open(n) {
  const all = shown();
  front = (n + all.length) % all.length;
  dialog.querySelector('img').src = all[front].file;
  dialog.querySelector('strong').textContent = all[front].file;
  if (!dialog.open) dialog.showModal();
}
function draw() {
  location.hash = screen;
  nav.replaceChildren(...of('screen').map((name) => {
    const button = make('button', name, { onclick: () => { screen = name; draw(); } });
    const faults = pictures.filter((one) => one.screen === name).reduce((sum, one) => sum + one.faults.length, 0);
    if (faults > 0) button.append(make('b', String(faults)));
    if (name === screen) button.setAttribute('aria-current', 'true');
    return button;
  }));
  const all = shown();
  document.querySelector('#rows').replaceChildren(...[...new Set(all.map((one) => one.state))].flatMap((state) => {
    const row = make('div', '', { className: 'row' });
    for (const one of all.filter((other) => other.state === state)) {
      const figure = make('figure');
      if (one.width < 600) figure.dataset.narrow = '';
      const caption = make('figcaption', one.language + ' · ' + one.scheme + ' · ' + one.width);
      for (const fault of one.faults) caption.append(make('em', fault));
      figure.append(make('img', '', { src: one.file, loading: 'lazy', alt: one.file, onclick: () => open(all.indexOf(one)) }), caption);
      row.append(figure);
    }
    return [make('h2', state), row];
  }));
}
for (const key of ['language', 'scheme', 'width']) {
  const set = make('fieldset');
  for (const look of of(key)) {
    const label = make('label', ' ' + look);
    label.prepend(make('input', '', { type: 'checkbox', checked: true, onchange: (event) => { hidden[event.target.checked ? 'delete' : 'add'](String(look)); draw(); } }));
    set.append(label);
  }
  form.append(set);
}
addEventListener('keydown', (event) => {
  if (dialog.open && event.key === 'ArrowRight') open(front + 1);
  if (dialog.open && event.key === 'ArrowLeft') open(front - 1);
});
draw();
</script>
`;
}
