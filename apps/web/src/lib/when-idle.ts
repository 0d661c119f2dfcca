/** How long it may be put off; a browser without an idle callback (Safari) waits for a moment instead. */
const withinMs = 2_000;
const momentMs = 200;

/** Does what nobody waits for once the page has nothing better to do. */
export function whenIdle(work: () => void): void {
  const browser = globalThis as { requestIdleCallback?: typeof requestIdleCallback };
  if (browser.requestIdleCallback) browser.requestIdleCallback(work, { timeout: withinMs });
  else setTimeout(work, momentMs);
}
