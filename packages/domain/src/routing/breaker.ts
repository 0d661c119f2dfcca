import { breakerFailuresInARow, breakerLeastAnswers, breakerLeastPct, breakerWindowS } from '../limits.ts';

/**
 * What a provider's answer to a new order says of the provider. `refused` is a clear no: it may be the order's fault, so it
 * counts in the rate and breaks no row.
 */
export type AnswerOfProvider = 'accepted' | 'refused' | 'failed';

/** The answers of late, oldest first, and how many failures came last without a success between. */
export interface AnswerWindow {
  readonly inARow: number;
  readonly answers: readonly { readonly atMs: number; readonly accepted: boolean }[];
}

export const emptyWindow: AnswerWindow = { inARow: 0, answers: [] };

/** So many answers are looked at; more would only slow down how a change is seen. */
const mostKept = 100;

export function noteAnswer(window: AnswerWindow, answer: AnswerOfProvider, atMs: number): AnswerWindow {
  const since = atMs - breakerWindowS * 1_000;
  const answers = [...window.answers, { atMs, accepted: answer === 'accepted' }].filter(
    (each) => each.atMs > since,
  );
  const inARow = answer === 'accepted' ? 0 : answer === 'failed' ? window.inARow + 1 : window.inARow;
  return { inARow, answers: answers.slice(-mostKept) };
}

/** Whether a channel stops taking orders by what its provider answered (domain §4): a row of failures, or too few successes. */
export function mustTrip({ answers, inARow }: AnswerWindow): boolean {
  if (inARow >= breakerFailuresInARow) return true;
  const accepted = answers.filter((each) => each.accepted).length;
  return answers.length >= breakerLeastAnswers && accepted * 100 < breakerLeastPct * answers.length;
}
