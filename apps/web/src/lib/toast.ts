import { createSignal } from './signal.ts';

/** A short message at the corner; it goes by itself. */
export interface Toast {
  readonly tone: 'ok' | 'wait' | 'attention' | 'fail';
  readonly title: string;
  readonly text?: string;
  /** The colour its sender chose: one of the theme's names; without one the tone's own. */
  readonly color?: string;
  /** Where it leads, as a hash. */
  readonly href?: string;
}
export const toasts = createSignal<Toast>();
