/**
 * The only script of the pages: every two seconds it fetches the page again and exchanges the parts marked
 * `data-live` that changed. Open details stay open, and nothing moves while the reader types or holds a button.
 */
export const live = `'use strict';
(() => {
  let held = false;
  addEventListener('pointerdown', () => { held = true; });
  addEventListener('pointerup', () => { setTimeout(() => { held = false; }, 150); });
  addEventListener('pointercancel', () => { held = false; });
  const busy = () => held || document.hidden || (document.activeElement && /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName));
  const last = new Map();
  for (const part of document.querySelectorAll('[data-live]')) last.set(part.id, part.innerHTML);
  const refresh = async () => {
    if (busy()) return;
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
    if (!answer.ok || busy()) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
    for (const part of document.querySelectorAll('[data-live]')) {
      const next = fresh.getElementById(part.id);
      if (!next || next.innerHTML === last.get(part.id)) continue;
      last.set(part.id, next.innerHTML);
      const open = new Set([...part.querySelectorAll('details[open]')].map((each) => each.id));
      part.replaceChildren(...next.childNodes);
      for (const each of part.querySelectorAll('details')) if (open.has(each.id)) each.open = true;
    }
  };
  setInterval(() => { refresh().catch(() => {}); }, 2000);
})();
`;
