import {
  batchesDoNotOverspend,
  blockedIsNotPaid,
  holdsGoBackToTheirDay,
  keysHaveTheirDay,
  largeOnesTakeTwo,
  nobodyDecidesHisOwn,
  nobodyResetDecides,
  notFoundIsNoFailure,
  onePayoutANumber,
  onlyWhatWasSentIsPaidLate,
  paidAsOrderedAndTold,
  reversedOnlyByItsPayment,
  unknownIsNeverReleased,
  unreadableRulesWait,
  verifiedAnewItWaits,
  waitingIsNotSent,
} from './payout-invariants.ts';
import type { PayoutInvariant } from './payout-invariants.ts';

export interface PlantedPayoutBug {
  readonly what: string;
  /** The function of the database that is changed. */
  readonly name: string;
  readonly right: string;
  readonly wrong: string;
  readonly caughtBy: PayoutInvariant;
}

/** Careless changes where money goes out, each beside the invariant that must see it. */
export const plantedPayoutBugs: readonly PlantedPayoutBug[] = [
  {
    what: 'rejecting what a provider may have',
    name: 'payout_reject',
    right: ' OR NOT payout_is_free(wanted)',
    wrong: '',
    caughtBy: unknownIsNeverReleased,
  },
  {
    what: 'sending elsewhere what a provider may have',
    name: 'payout_reroute',
    right: ' OR NOT payout_is_free(wanted)',
    wrong: '',
    caughtBy: unknownIsNeverReleased,
  },
  {
    what: 'reading "not found" as failed',
    name: 'payout_not_found',
    right: ` AND sent_at + min_delay_ms * interval '1 millisecond' <= now()
    AND (not_found_at IS NULL OR not_found_at + pause_minutes * interval '1 minute' <= now())`,
    wrong: '',
    caughtBy: notFoundIsNoFailure,
  },
  {
    what: 'giving early money back to the wrong day',
    name: 'payout_gives_back',
    right: 'CASE WHEN d.settle_at > at THEN c.early ELSE c.settleable END',
    wrong: 'c.settleable',
    caughtBy: holdsGoBackToTheirDay,
  },
  {
    what: 'a velocity rule that fails open',
    name: 'payout_submit',
    right: 's.payee_count + payee_count[s.payee] < f.payee_hour_count) IS NOT TRUE',
    wrong: 's.payee_count + payee_count[s.payee] < f.payee_hour_count) IS FALSE',
    caughtBy: unreadableRulesWait,
  },
  {
    what: 'the daily amount of a key looked at payout by payout',
    name: 'payout_submit',
    right: 's.key_amount + key_amount[s.key] + amounts[n] <= f.key_day_amount',
    wrong: 'amounts[n] <= f.key_day_amount',
    caughtBy: keysHaveTheirDay,
  },
  {
    what: 'the day of a key that forgets what it paid out before',
    name: 'payout_submit',
    right: 'sum(t.amount + t.refunded) FILTER (WHERE t.key_id = s.key AND t.begins_at >= today)',
    wrong: 'sum(t.refunded) FILTER (WHERE t.key_id = s.key AND t.begins_at >= today)',
    caughtBy: keysHaveTheirDay,
  },
  {
    what: 'no look at the numbers that were used',
    name: 'payout_submit',
    right:
      'WHERE (p.merchant_order_no, p.customer_id) BETWEEN (r.no, r.customer) AND (r.no, r.customer) LIMIT 1',
    wrong: 'WHERE false LIMIT 1',
    caughtBy: onePayoutANumber,
  },
  {
    what: 'no look at the funds',
    name: 'payout_submit',
    right:
      'WHEN total > greatest(balances[purse + 1], 0)::numeric + greatest(balances[purse + 2], 0) + greatest(balances[purse + 3], 0)',
    wrong: 'WHEN total < 0',
    caughtBy: batchesDoNotOverspend,
  },
  {
    what: 'a batch that forgets what its first payouts took',
    name: 'payout_submit',
    right: 'balances[place] := balances[place] - part;',
    wrong: '',
    caughtBy: batchesDoNotOverspend,
  },
  {
    what: 'sending what waits for a person',
    name: 'payout_send',
    right: ' AND o.wait_reason IS NULL',
    wrong: '',
    caughtBy: waitingIsNotSent,
  },
  {
    what: 'letting go what one submitted oneself',
    name: 'payout_dispatch',
    right: " || coalesce(hands_on(o.submitted_by, rights => false), '{}')",
    wrong: '',
    caughtBy: nobodyDecidesHisOwn,
  },
  {
    what: 'letting go by somebody who was reset an hour ago',
    name: 'payout_dispatch',
    right: ' OR NOT is_seasoned(actor)',
    wrong: '',
    caughtBy: nobodyResetDecides,
  },
  {
    what: 'believing whoever says that nobody has to agree',
    name: 'payout_submit',
    right: 'agreed[n] IS NOT TRUE OR (people[n] IS NOT NULL AND',
    wrong: 'agreed[n] IS NOT TRUE OR (false AND',
    caughtBy: largeOnesTakeTwo,
  },
  {
    what: 'forgetting at a refused check that it waited',
    name: 'payout_reject',
    right: "wait_reason = CASE WHEN becomes = 'verify_failed' THEN wait_reason END",
    wrong: 'wait_reason = NULL',
    caughtBy: verifiedAnewItWaits,
  },
  {
    what: 'sending to whom a list names since',
    name: 'payout_send',
    right: 'b.value IN (f.name_mark, f.card_mark)',
    wrong: 'false',
    caughtBy: blockedIsNotPaid,
  },
  {
    what: 'submitting to whom a list names',
    name: 'payout_submit',
    right: 'b.value IN (p.name_mark, p.card_mark)',
    wrong: 'false',
    caughtBy: blockedIsNotPaid,
  },
  {
    what: 'a late payment of what was never sent',
    name: 'payout_paid_late',
    right:
      'OR NOT EXISTS (SELECT FROM payout_attempt a WHERE a.order_id = wanted AND a.channel_account_id = channel_account)',
    wrong: '',
    caughtBy: onlyWhatWasSentIsPaidLate,
  },
  {
    what: 'paid for whatever amount',
    name: 'payout_paid',
    right: 'AND o.amount = r.paid\n',
    wrong: '\n',
    caughtBy: paidAsOrderedAndTold,
  },
  {
    what: 'telling of a payment after its commit, when the process dies in between',
    name: 'payout_paid',
    right: "'source', array_agg(s.source)), at\n    FROM settled s",
    wrong: "'source', array_agg(s.source)), at\n    FROM settled s WHERE false",
    caughtBy: paidAsOrderedAndTold,
  },
  {
    what: 'a reversal without the return of its payment',
    name: 'payout_reverse',
    right: 'AND p.provider_ref = ref',
    wrong: '',
    caughtBy: reversedOnlyByItsPayment,
  },
];
