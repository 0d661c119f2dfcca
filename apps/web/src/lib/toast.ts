import { createSignal } from './signal.ts';

/** A short message at the corner; it goes by itself, but what was refused stays until it is closed. */
export interface Toast {
  readonly tone: 'ok' | 'wait' | 'attention' | 'fail';
  readonly title: string;
  readonly text?: string;
  /** The colour its sender chose: one of the theme's names; without one the tone's own. */
  readonly color?: string;
  /** Where it leads, as a hash. */
  readonly href?: string;
  /** Takes back what it tells of. */
  readonly undo?: () => void;
  /** Stands among the notices as well, so that it goes whatever its tone. */
  readonly isNotice?: true;
}
export const toasts = createSignal<Toast>();

const staysMs = 6_000;
/** Long enough to be read and acted on. */
const actStaysMs = 8_000;
const most = 3;

/** How long a toast stays; null for one that has to be closed. */
export function stayOf({ tone, undo, href, isNotice }: Toast): number | null {
  if (tone === 'fail' && !isNotice) return null;
  return undo === undefined && href === undefined ? staysMs : actStaysMs;
}

/** Puts one more below the others; the oldest that would go anyway makes room, a refusal only for refusals. */
export function stacked<T extends Toast>(shown: readonly T[], next: T): readonly T[] {
  const all = [...shown, next];
  if (all.length <= most) return all;
  const leaves = shown.find((toast) => stayOf(toast) !== null) ?? shown[0];
  return all.filter((toast) => toast !== leaves);
}
