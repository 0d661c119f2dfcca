import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAutoRefresh, type AutoRefresh } from './auto-refresh.ts';

let idleMs = 0;
let isHeld = false;
let isHidden = false;
let refreshes = 0;
let engine: AutoRefresh;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  idleMs = 0;
  isHeld = false;
  isHidden = false;
  refreshes = 0;
  engine = createAutoRefresh({
    refresh: () => (refreshes += 1),
    intervalMs: 30_000,
    idleLimitMs: 600_000,
    idleMs: () => idleMs,
    isHeld: () => isHeld,
    isHidden: () => isHidden,
  });
  stop = engine.start();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe('the automatic refresh', () => {
  test('comes exactly every thirty seconds', () => {
    vi.advanceTimersByTime(29_000);
    expect(refreshes).toBe(0);
    vi.advanceTimersByTime(1_000);
    expect(refreshes).toBe(1);
    vi.advanceTimersByTime(300_000);
    expect(refreshes).toBe(11);
  });

  test('stops after ten minutes without a touch, and a later touch alone does not start it', () => {
    idleMs = 600_000;
    vi.advanceTimersByTime(1_000);
    expect(engine.state().phase).toBe('stopped');
    idleMs = 0;
    vi.advanceTimersByTime(120_000);
    expect(refreshes).toBe(0);
    engine.switchOn();
    expect(refreshes).toBe(1);
    vi.advanceTimersByTime(30_000);
    expect(refreshes).toBe(2);
  });

  test('waits while a dialog or a menu is open and comes as soon as it is closed', () => {
    isHeld = true;
    vi.advanceTimersByTime(45_000);
    expect(refreshes).toBe(0);
    expect(engine.state().phase).toBe('held');
    isHeld = false;
    vi.advanceTimersByTime(1_000);
    expect(refreshes).toBe(1);
  });

  test('leaves a hidden tab alone and refreshes at once on return', () => {
    isHidden = true;
    vi.advanceTimersByTime(90_000);
    expect(refreshes).toBe(0);
    isHidden = false;
    engine.wake();
    expect(refreshes).toBe(1);
    engine.wake();
    expect(refreshes).toBe(1);
  });

  test('can be switched off and says how long it still waits', () => {
    vi.advanceTimersByTime(7_000);
    expect(engine.state()).toEqual({ phase: 'running', secondsLeft: 23 });
    engine.switchOff();
    vi.advanceTimersByTime(120_000);
    expect(refreshes).toBe(0);
    expect(engine.state().phase).toBe('off');
  });
});
