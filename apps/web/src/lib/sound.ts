import { alertSoundMaxMs, soundCookieName } from '@suanpan/domain/limits';
import { readCookie, writeCookie } from './cookies.ts';

/**
 * The alert for new orders: the click of two beads, repeated for at most ten seconds (specification §9). Any key
 * or click ends it, and of all open tabs only the one that holds the lock sounds.
 */
const lockName = 'suanpan.sound';
const volumeKey = 'suanpan.volume';
const beatMs = 900;

let context: AudioContext | null = null;
let stop: (() => void) | null = null;

export function isSoundOn(): boolean {
  return readCookie(soundCookieName) !== 'off';
}
export function setSoundOn(on: boolean): void {
  writeCookie(soundCookieName, on ? 'on' : 'off');
  if (!on) stopSound();
}

/** 0–1. */
export function soundVolume(): number {
  const stored = Number(localStorage.getItem(volumeKey) ?? '0.6');
  return Number.isFinite(stored) ? Math.min(1, Math.max(0, stored)) : 0.6;
}

export function setSoundVolume(volume: number): void {
  localStorage.setItem(volumeKey, String(volume));
}

/** Browsers let a page sound only after a gesture: the click on "sign in" is one. */
export function unlockSound(): void {
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
}
export function isSoundUnlocked(): boolean {
  return context?.state === 'running';
}

function click(audio: AudioContext, at: number, frequency: number): void {
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(frequency, at);
  loudness.gain.setValueAtTime(0, at);
  loudness.gain.linearRampToValueAtTime(soundVolume(), at + 0.008);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.26);
  tone.connect(loudness).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.3);
}

export function stopSound(): void {
  stop?.();
}

function sound(audio: AudioContext, maxMs: number): Promise<void> {
  return new Promise((resolve) => {
    const beat = (): void => {
      click(audio, audio.currentTime, 1_174);
      click(audio, audio.currentTime + 0.16, 1_568);
    };
    beat();
    const beats = setInterval(beat, beatMs);
    const end = (): void => {
      clearInterval(beats);
      clearTimeout(limit);
      window.removeEventListener('pointerdown', end, true);
      window.removeEventListener('keydown', end, true);
      stop = null;
      resolve();
    };
    const limit = setTimeout(end, maxMs);
    window.addEventListener('pointerdown', end, true);
    window.addEventListener('keydown', end, true);
    stop = end;
  });
}

/** Rings unless it is ringing already: further news inside the ten seconds extends nothing. */
export function ring(maxMs: number = alertSoundMaxMs): void {
  if (!isSoundOn() || stop !== null || !isSoundUnlocked() || !context) return;
  const audio = context;
  void navigator.locks.request(lockName, { ifAvailable: true }, (lock) =>
    lock ? sound(audio, maxMs) : undefined,
  );
}
