import { alertSoundMaxMs } from '@suanpan/domain/limits';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { isSoundUnlocked, ring, setSoundOn, stopSound, unlockSound } from './sound.ts';

let tones = 0;
const start = OscillatorNode.prototype.start;

beforeAll(async () => {
  OscillatorNode.prototype.start = function count(...when: [number?]) {
    tones += 1;
    return start.apply(this, when);
  };
  await userEvent.click(document.body);
  unlockSound();
  await vi.waitUntil(isSoundUnlocked);
});
afterAll(() => {
  OscillatorNode.prototype.start = start;
});
beforeEach(() => {
  tones = 0;
  setSoundOn(true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(async () => {
  stopSound();
  vi.useRealTimers();
  // The next test rings only when no tab holds the lock any more.
  await vi.waitUntil(isFree);
});

const isFree = async (): Promise<boolean> => (await navigator.locks.query()).held?.length === 0;

/** Rings, and waits for its first two tones: the lock that keeps other tabs silent is given in its own time. */
async function ringing(): Promise<void> {
  ring();
  await expect.poll(() => tones).toBe(2);
}

test('it rings two tones a beat, and not longer than ten seconds', async () => {
  await ringing();
  await vi.advanceTimersByTimeAsync(alertSoundMaxMs);
  expect(tones).toBe(2 + 2 * Math.floor(alertSoundMaxMs / 900));
  const after = tones;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tones).toBe(after);
});

test('news that comes while it rings extends nothing', async () => {
  await ringing();
  await vi.advanceTimersByTimeAsync(alertSoundMaxMs - 1_000);
  ring();
  await vi.advanceTimersByTimeAsync(1_000);
  const after = tones;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tones).toBe(after);
});

test.each(['keydown', 'pointerdown'])('any %s ends it', async (gesture) => {
  await ringing();
  window.dispatchEvent(new Event(gesture));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tones).toBe(2);
});

test('it can be told again once it is over', async () => {
  await ringing();
  stopSound();
  await expect.poll(isFree).toBe(true);
  tones = 0;
  await ringing();
});

test('switched off it is silent, and switching off ends what rings', async () => {
  await ringing();
  setSoundOn(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tones).toBe(2);
  ring();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tones).toBe(2);
});
