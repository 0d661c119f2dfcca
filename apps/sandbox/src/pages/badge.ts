import { html } from './html.ts';
import type { Html } from './html.ts';

export type Mood = 'good' | 'bad' | 'warn' | 'plain';

/** A short state in its colour. The words carry the meaning, the colour only helps. */
export const badge = (mood: Mood, words: string): Html => html`<span class="badge ${mood}">${words}</span>`;
