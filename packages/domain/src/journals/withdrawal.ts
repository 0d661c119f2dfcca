import { assertPositive, credit, debit, draft, party, platform } from './leg.ts';
import type { JournalDraft, Party } from './leg.ts';

/** What a withdrawal comes to. `target` and `fee` are in the currency that arrives, all else in its own. */
interface WithdrawalTerms {
  readonly owner: Party;
  readonly hold: bigint;
  readonly target: bigint;
  readonly fee: bigint;
  /** What of it is the senior agent's: of the fee, or of the difference of the rates. */
  readonly agentShare: bigint;
}

/** J7, apply: what is asked for leaves the settleable money. */
export function withdrawalApply({ owner, hold }: WithdrawalTerms): JournalDraft {
  assertPositive(hold, 'a hold');
  return draft([debit('L200', party(owner), hold), credit('L231', party(owner), hold)]);
}

/** J7, rejected or taken back: all of it returns. */
export function withdrawalRelease({ owner, hold }: WithdrawalTerms): JournalDraft {
  return draft([debit('L231', party(owner), hold), credit('L200', party(owner), hold)]);
}

/** J7, paid in its own currency. */
export function withdrawalPaid({ owner, hold, target, fee, agentShare }: WithdrawalTerms): JournalDraft {
  return draft([
    debit('L231', party(owner), hold),
    credit('A110', platform, target),
    credit('R410', platform, fee - agentShare),
    credit('L240', party('agent'), agentShare),
  ]);
}

/** J8, paid in another: a journal of each currency, between which the position stands. */
export function withdrawalExchanged({
  owner,
  hold,
  target,
  fee,
  agentShare,
}: WithdrawalTerms): readonly [JournalDraft, JournalDraft] {
  return [
    draft([
      debit('L231', party(owner), hold),
      credit('F300', platform, hold - agentShare),
      credit('L240', party('agent'), agentShare),
    ]),
    draft([
      debit('F300', platform, target + fee),
      credit('A110', platform, target),
      credit('R410', platform, fee),
    ]),
  ];
}

/** J7r: the bank sent it back; who earned on it returns that, below zero where he has to. */
export function withdrawalReverse({ owner, hold, target, fee, agentShare }: WithdrawalTerms): JournalDraft {
  return draft(
    [
      debit('A110', platform, target),
      debit('R410', platform, fee - agentShare),
      debit('L240', party('agent'), agentShare),
      credit('L200', party(owner), hold),
    ],
    { clawsBack: true },
  );
}
