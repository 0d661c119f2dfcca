import { badge } from '../pages/badge.ts';
import type { Mood } from '../pages/badge.ts';
import type { Html } from '../pages/html.ts';
import { shownStatus } from './charge.ts';
import type { Charge, ShownStatus } from './charge.ts';
import type { BankWords } from './words.ts';

const moods: Record<ShownStatus, Mood> = {
  pending: 'warn',
  paid: 'good',
  failed: 'bad',
  expired: 'plain',
  reversed: 'bad',
};

export function chargeBadge(charge: Charge, nowMs: number, words: BankWords): Html {
  const status = shownStatus(charge, nowMs);
  return badge(moods[status], words[`status.${status}`]);
}
