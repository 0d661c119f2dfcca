import { now } from './clock.ts';
import { impersonatedId } from './session.ts';

/**
 * When somebody last touched the product, in any of its tabs. A timestamp and not events: written at most once a
 * second and told to the other tabs, so that work in one keeps the others awake. Calls are told likewise among the
 * tabs of one session; a tab that acts for another has a session of its own.
 */
const channelName = 'suanpan.activity';
const kinds = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
const sessionName = impersonatedId ?? '';

interface Told {
  readonly touchedAt?: number;
  readonly calledAt?: number;
  readonly session?: string;
}

let lastTouch = now();
let lastCall = now();
let channel: BroadcastChannel | null = null;

function tell(told: Told): void {
  channel?.postMessage(told);
}

function touch(): void {
  const at = now();
  if (at - lastTouch < 1_000) return;
  lastTouch = at;
  tell({ touchedAt: at });
}

/** Starts listening; returns the function that stops it. */
export function watchActivity(): () => void {
  lastTouch = now();
  channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    lastTouch = Math.max(lastTouch, data.touchedAt ?? 0);
    if (data.session === sessionName) lastCall = Math.max(lastCall, data.calledAt ?? 0);
  };
  for (const kind of kinds) window.addEventListener(kind, touch, { passive: true, capture: true });
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, touch, { capture: true });
    channel?.close();
    channel = null;
  };
}

export function idleMs(): number {
  return now() - lastTouch;
}

/** A call that a person caused was made: the server's idle clock starts anew. */
export function noteCall(): void {
  lastCall = now();
  tell({ calledAt: lastCall, session: sessionName });
}

/** How long the server has heard of nobody in this session. */
export function silentMs(): number {
  return now() - lastCall;
}
