import { now } from './clock.ts';

export interface AutoRefreshOptions {
  /** Re-reads the page's data. */
  readonly refresh: () => void;
  readonly intervalMs: number;
  /** Without a touch for this long it stops by itself. */
  readonly idleLimitMs: number;
  readonly idleMs: () => number;
  /** True while a dialog, a selection or an open menu must not be disturbed. */
  readonly isHeld: () => boolean;
  readonly isHidden: () => boolean;
}

/** `stopped`: ten minutes idle; only a click starts it again. `off`: switched off by the user. */
export interface AutoRefreshState {
  readonly phase: 'running' | 'held' | 'stopped' | 'off';
  readonly secondsLeft: number;
}

export interface AutoRefresh {
  start(): () => void;
  state(): AutoRefreshState;
  listen(listener: () => void): () => void;
  switchOn(): void;
  switchOff(): void;
  /** Somebody refreshed by hand: the interval begins anew. */
  restart(): void;
  /** The tab was shown again: what fell due while it was hidden is done at once. */
  wake(): void;
}

/**
 * Refreshes exactly every `intervalMs`. It waits while the page is held or hidden, refreshes at once on return,
 * and stops after `idleLimitMs` without a touch; moving the mouse afterwards does not start it, a click does.
 */
export function createAutoRefresh(options: AutoRefreshOptions): AutoRefresh {
  let phase: 'on' | 'stopped' | 'off' = 'on';
  let dueAt = now() + options.intervalMs;
  const listeners = new Set<() => void>();

  const read = (): AutoRefreshState => ({
    phase: phase !== 'on' ? phase : options.isHeld() ? 'held' : 'running',
    secondsLeft: phase === 'on' ? Math.max(0, Math.ceil((dueAt - now()) / 1_000)) : 0,
  });
  let shown = read();
  const publish = (): void => {
    const next = read();
    if (next.phase === shown.phase && next.secondsLeft === shown.secondsLeft) return;
    shown = next;
    for (const listener of listeners) listener();
  };
  const tick = (): void => {
    if (phase === 'on' && options.idleMs() >= options.idleLimitMs) phase = 'stopped';
    if (phase === 'on' && now() >= dueAt && !options.isHeld() && !options.isHidden()) {
      // From the due time and not from now: a timer that fires late must not stretch the interval.
      dueAt += options.intervalMs * Math.max(1, Math.floor((now() - dueAt) / options.intervalMs) + 1);
      options.refresh();
    }
    publish();
  };
  const restart = (): void => {
    dueAt = now() + options.intervalMs;
    publish();
  };

  return {
    start: () => {
      restart();
      const timer = setInterval(tick, 1_000);
      return () => clearInterval(timer);
    },
    state: () => shown,
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    switchOn: () => {
      phase = 'on';
      options.refresh();
      restart();
    },
    switchOff: () => {
      phase = 'off';
      publish();
    },
    restart,
    wake: tick,
  };
}
