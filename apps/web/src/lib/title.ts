import { impersonatedId } from './session.ts';

/**
 * The only writer of `document.title`: the name of the product, the impersonated id behind it, and, while the tab
 * is hidden, a flashing reason on top. Reasons add up to a count and vanish when the tab is looked at.
 */
const flashMs = 1_000;
let appName = 'Suanpan';
let reason: string | null = null;
let count = 0;
let timer: ReturnType<typeof setInterval> | null = null;
let showsReason = false;

function plainTitle(): string {
  return impersonatedId === null ? appName : `${appName} ${impersonatedId}`;
}

function paint(): void {
  document.title = showsReason && reason !== null ? `(${count}) ${reason} – ${plainTitle()}` : plainTitle();
}

function badge(on: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = on ? '/favicon-alert.svg' : '/favicon.svg';
  if ('setAppBadge' in navigator)
    void (on ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {});
}

export function setAppName(name: string): void {
  appName = name || 'Suanpan';
  paint();
}

export function stopFlashing(): void {
  if (timer !== null) clearInterval(timer);
  timer = null;
  reason = null;
  count = 0;
  showsReason = false;
  badge(false);
  paint();
}

/** Flashes `title` once a second until the tab is looked at; nothing happens while it is in view. */
export function flashTitle(title: string): void {
  if (!document.hidden) return;
  reason = title;
  count += 1;
  badge(true);
  timer ??= setInterval(() => {
    showsReason = !showsReason;
    paint();
  }, flashMs);
}

/** Stops the flashing whenever the tab comes back; called once at the start. */
export function watchVisibility(): void {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) stopFlashing();
  });
  window.addEventListener('focus', stopFlashing);
}
