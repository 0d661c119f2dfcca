import type { AccountKind } from '../accounts.ts';
import type { Party } from './leg.ts';
import type { JournalEvent } from './journal-events.ts';

/** One kind of leg that a money event may have. */
export interface JournalRule {
  readonly event: JournalEvent;
  readonly kind: AccountKind;
  readonly role: Party | 'platform' | 'channelAccount';
  readonly debit: boolean;
  /** A claw-back (domain §3): this leg may take its account below zero. */
  readonly mayGoNegative: boolean;
}

type Role = JournalRule['role'];

function rules(
  event: JournalEvent,
  side: 'debit' | 'credit' | 'clawBack',
  legs: Partial<Record<AccountKind, readonly Role[]>>,
): JournalRule[] {
  return Object.entries(legs).flatMap(([kind, roles]) =>
    roles.map((role) => ({
      event,
      kind: kind as AccountKind,
      role,
      debit: side !== 'credit',
      mayGoNegative: side === 'clawBack',
    })),
  );
}

const earners = ['subAgent', 'middleman', 'agent'] as const;
const everyParty = ['customer', ...earners] as const;

/**
 * What the doors of the database let through, event by event. An event that has a door has rules; the migrations repeat
 * them, and a test holds the two against each other.
 */
export const journalRules: readonly JournalRule[] = [
  ...rules('collection.settle', 'debit', {
    A100: ['channelAccount'],
    A120: ['agent'],
    L210: ['agent'],
    // Of a supply: where its money comes from.
    L200: ['agent'],
    L250: ['platform'],
    E510: ['platform'],
  }),
  ...rules('collection.settle', 'clawBack', { L240: ['agent'] }),
  ...rules('collection.settle', 'credit', {
    L200: ['customer'],
    L202: ['customer'],
    L210: everyParty,
    L240: earners,
    L260: ['channelAccount'],
    A120: ['agent'],
    R400: ['platform'],
  }),
  ...rules('collection.release', 'debit', { L210: everyParty }),
  ...rules('collection.release', 'credit', { L200: ['customer'], L240: earners }),
  ...rules('collection.refund.prepare', 'debit', {
    L210: ['customer'],
    L202: ['customer'],
    L200: ['customer'],
  }),
  ...rules('collection.refund.prepare', 'credit', { L232: ['customer'] }),
  ...rules('collection.refund.failed', 'debit', { L232: ['customer'] }),
  ...rules('collection.refund.failed', 'credit', {
    L210: ['customer'],
    L202: ['customer'],
    L200: ['customer'],
  }),
  ...rules('collection.refund.done', 'debit', { L232: ['customer'], R400: ['platform'], L210: earners }),
  ...rules('collection.refund.done', 'clawBack', { L240: earners }),
  ...rules('collection.refund.done', 'credit', {
    A100: ['channelAccount'],
    A120: ['agent'],
    L200: ['customer'],
    L240: ['agent'],
  }),
  ...rules('collection.chargeBack', 'debit', {
    L210: everyParty,
    L202: ['customer'],
    L201: ['customer'],
    L200: ['customer'],
    A190: ['platform'],
    R400: ['platform'],
  }),
  ...rules('collection.chargeBack', 'clawBack', { A130: ['customer'], L240: earners }),
  ...rules('collection.chargeBack', 'credit', {
    A100: ['channelAccount'],
    A120: ['agent'],
    A130: ['customer'],
    L200: ['customer'],
    L240: ['agent'],
  }),
  ...rules('collection.chargeBackWon', 'debit', { A100: ['channelAccount'], A120: ['agent'] }),
  ...rules('collection.chargeBackWon', 'clawBack', { L240: ['agent'] }),
  ...rules('collection.chargeBackWon', 'credit', {
    A130: ['customer'],
    A190: ['platform'],
    L200: ['customer'],
    L240: earners,
    R400: ['platform'],
  }),
  ...rules('early.release', 'debit', { L202: ['customer'] }),
  ...rules('early.release', 'credit', { L200: ['customer'] }),
  ...rules('payout.submit', 'debit', { L200: ['customer'], L201: ['customer'], L202: ['customer'] }),
  ...rules('payout.submit', 'credit', { L230: ['customer'] }),
  ...rules('payout.paid', 'debit', { L230: ['customer'], A120: ['agent'] }),
  // What is taken is less than the same journal brings: it only meets an account that others took below zero.
  ...rules('payout.paid', 'clawBack', { L240: ['agent'] }),
  ...rules('payout.paid', 'credit', {
    A100: ['channelAccount'],
    L240: earners,
    L260: ['channelAccount'],
    A120: ['agent'],
    R400: ['platform'],
  }),
  ...rules('payout.release', 'debit', { L230: ['customer'] }),
  ...rules('payout.release', 'credit', { L200: ['customer'], L201: ['customer'], L202: ['customer'] }),
  ...rules('payout.reverse', 'debit', { A100: ['channelAccount'], R400: ['platform'] }),
  ...rules('payout.reverse', 'clawBack', { L240: earners }),
  ...rules('payout.reverse', 'credit', {
    L200: ['customer'],
    L201: ['customer'],
    L202: ['customer'],
    L240: ['agent'],
    A120: ['agent'],
    A190: ['platform'],
  }),
  ...rules('payout.paidLate', 'debit', { L200: ['customer'], L201: ['customer'], L202: ['customer'] }),
  ...rules('payout.paidLate', 'clawBack', { A130: ['customer'] }),
  ...rules('payout.paidLate', 'credit', { A100: ['channelAccount'], L260: ['channelAccount'] }),
  ...rules('receipt.arrive', 'debit', { A100: ['channelAccount'] }),
  ...rules('receipt.arrive', 'credit', { L250: ['platform'] }),
  ...rules('receipt.sendBack', 'debit', { L250: ['platform'] }),
  ...rules('receipt.sendBack', 'credit', { A100: ['channelAccount'] }),
  ...rules('receipt.restore', 'debit', { L250: ['platform'] }),
  ...rules('receipt.restore', 'credit', { L200: ['agent'], E510: ['platform'] }),
  ...rules('balance.freeze', 'debit', { L200: ['customer'], L210: ['customer'] }),
  ...rules('balance.freeze', 'credit', { L220: ['customer'] }),
  ...rules('balance.unfreeze', 'debit', { L220: ['customer'] }),
  ...rules('balance.unfreeze', 'credit', { L200: ['customer'], L210: ['customer'] }),
  ...rules('balance.adjust', 'debit', { E510: ['platform'], L200: everyParty }),
  ...rules('balance.adjust', 'credit', { E510: ['platform'], L200: everyParty }),
  ...rules('deposit.credit', 'debit', { A110: ['platform'] }),
  ...rules('deposit.credit', 'credit', { L201: ['customer'], A130: ['customer'], R410: ['platform'] }),
  ...rules('collection.exchange', 'debit', { L200: ['customer'], L201: ['customer'], F300: ['platform'] }),
  ...rules('collection.exchange', 'clawBack', { A130: ['customer'], L240: earners }),
  ...rules('collection.exchange', 'credit', {
    A130: ['customer'],
    L200: ['customer'],
    L201: ['customer'],
    L240: earners,
    F300: ['platform'],
  }),
  ...rules('receivable.repay', 'debit', { L200: ['customer'] }),
  ...rules('receivable.repay', 'credit', { A130: ['customer'] }),
  ...rules('systemFee.collect', 'debit', { L240: ['agent'] }),
  ...rules('systemFee.collect', 'credit', { A120: ['agent'] }),
  ...rules('channel.prefund', 'debit', { A100: ['channelAccount'] }),
  ...rules('channel.prefund', 'credit', { A110: ['platform'] }),
  ...rules('channel.settle', 'debit', { A110: ['platform'], L260: ['channelAccount'] }),
  ...rules('channel.settle', 'credit', { A100: ['channelAccount'] }),
  ...rules('reconciliation.writeOff', 'debit', {
    A100: ['channelAccount'],
    L260: ['channelAccount'],
    E510: ['platform'],
  }),
  ...rules('reconciliation.writeOff', 'credit', {
    A100: ['channelAccount'],
    L260: ['channelAccount'],
    E510: ['platform'],
  }),
  ...rules('income.draw', 'debit', { Q900: ['platform'] }),
  ...rules('income.draw', 'credit', { A110: ['platform'] }),
  ...rules('income.exchange', 'debit', { A110: ['platform'], F300: ['platform'], R420: ['platform'] }),
  ...rules('income.exchange', 'credit', { A110: ['platform'], F300: ['platform'], R420: ['platform'] }),
  ...rules('feeIncome.transfer', 'debit', { L240: earners }),
  ...rules('feeIncome.transfer', 'credit', { L200: earners }),
  ...rules('withdrawal.apply', 'debit', { L200: everyParty }),
  ...rules('withdrawal.apply', 'credit', { L231: everyParty }),
  ...rules('withdrawal.release', 'debit', { L231: everyParty }),
  ...rules('withdrawal.release', 'credit', { L200: everyParty }),
  ...rules('withdrawal.paid', 'debit', { L231: everyParty, F300: ['platform'] }),
  ...rules('withdrawal.paid', 'credit', {
    A110: ['platform'],
    R410: ['platform'],
    F300: ['platform'],
    L240: ['agent'],
  }),
  ...rules('withdrawal.reverse', 'debit', { A110: ['platform'], R410: ['platform'], F300: ['platform'] }),
  ...rules('withdrawal.reverse', 'clawBack', { L240: ['agent'] }),
  ...rules('withdrawal.reverse', 'credit', { L200: everyParty, F300: ['platform'] }),
  ...rules('settleable.edit', 'debit', { L200: ['customer'], L201: ['customer'] }),
  ...rules('settleable.edit', 'credit', { L200: ['customer'], L201: ['customer'] }),
];
