import { now } from './clock.ts';

/**
 * When somebody last touched the product, in any of its tabs. A timestamp and not events: written at most once a
 * second and told to the other tabs, so that work in one keeps the others awake.
 */
const channelName = 'suanpan.activity';
const kinds = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

let lastActive = now();
let channel: BroadcastChannel | null = null;

function touch(): void {
  const at = now();
  if (at - lastActive < 1_000) return;
  lastActive = at;
  channel?.postMessage(at);
}

/** Starts listening; returns the function that stops it. */
export function watchActivity(): () => void {
  lastActive = now();
  channel = new BroadcastChannel(channelName);
  channel.onmessage = (event: MessageEvent<number>) => {
    lastActive = Math.max(lastActive, event.data);
  };
  for (const kind of kinds) window.addEventListener(kind, touch, { passive: true, capture: true });
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, touch, { capture: true });
    channel?.close();
    channel = null;
  };
}

export function idleMs(): number {
  return now() - lastActive;
}
