import { parseAmount } from '@suanpan/money/amount';
import { expect, test } from 'vitest';
import { journalRules } from './journal-rules.ts';
import { journalText } from './journal-text.ts';
import type { JournalEvent } from './journal-events.ts';
import type { JournalDraft } from './leg.ts';
import {
  withdrawalApply,
  withdrawalExchanged,
  withdrawalPaid,
  withdrawalRelease,
  withdrawalReverse,
} from './withdrawal.ts';

const twd = (text: string) => parseAmount(text, 'TWD');
const usdt = (text: string) => parseAmount(text, 'USDT');
const j7 = {
  owner: 'customer',
  hold: twd('3000'),
  target: twd('2985'),
  fee: twd('15'),
  agentShare: twd('10'),
} as const;
const j8 = {
  owner: 'customer',
  hold: twd('32600'),
  target: usdt('998'),
  fee: usdt('2'),
  agentShare: twd('100'),
} as const;
const tableOf = (journal: JournalDraft, currency: 'TWD' | 'USDT' = 'TWD') =>
  journalText(journal, currency).split('\n');

test('J7 a withdrawal is held, paid, given back, and comes back', () => {
  expect(tableOf(withdrawalApply(j7))).toEqual(['Dr L200[M] 3000.00', 'Cr L231[M] 3000.00']);
  expect(tableOf(withdrawalRelease(j7))).toEqual(['Dr L231[M] 3000.00', 'Cr L200[M] 3000.00']);
  expect(tableOf(withdrawalPaid(j7))).toEqual([
    'Dr L231[M] 3000.00',
    'Cr A110 2985.00',
    'Cr R410 5.00',
    'Cr L240[SA] 10.00',
  ]);
  expect(tableOf(withdrawalReverse(j7))).toEqual([
    'Dr A110 2985.00',
    'Dr R410 5.00',
    'Dr L240[SA] 10.00',
    'Cr L200[M] 3000.00',
  ]);
});

test('J8 one that goes to another currency has a journal of each', () => {
  const [own, target] = withdrawalExchanged(j8);
  expect(tableOf(own)).toEqual(['Dr L231[M] 32600.00', 'Cr F300 32500.00', 'Cr L240[SA] 100.00']);
  expect(tableOf(target, 'USDT')).toEqual(['Dr F300 1000.00', 'Cr A110 998.00', 'Cr R410 2.00']);
});

test('each leg is one that the doors let through', () => {
  const [own, target] = withdrawalExchanged(j8);
  const journals: readonly (readonly [JournalEvent, JournalDraft])[] = [
    ['withdrawal.apply', withdrawalApply(j7)],
    ['withdrawal.release', withdrawalRelease(j7)],
    ['withdrawal.paid', withdrawalPaid(j7)],
    ['withdrawal.paid', own],
    ['withdrawal.paid', target],
    ['withdrawal.reverse', withdrawalReverse(j7)],
  ];
  for (const [event, { legs }] of journals) {
    for (const { kind, amount } of legs) {
      const isRuled = journalRules.some(
        (rule) => rule.event === event && rule.kind === kind && rule.debit === amount < 0n,
      );
      expect([event, kind, isRuled]).toEqual([event, kind, true]);
    }
  }
});
