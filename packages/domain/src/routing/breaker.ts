import { breakerFailuresInARow, breakerLeastAnswers, breakerLeastPct, breakerWindowS } from '../limits.ts';

/**
 * What a provider's answer to a new order says of the provider. `refused` is a clear no: it may be the order's fault, so it
 * counts in the rate and breaks no row.
 */
export type AnswerOfProvider = 'accepted' | 'refused' | 'failed';

/** One answer, and whose order it was to. */
interface NotedAnswer {
  readonly atMs: number;
  readonly answer: AnswerOfProvider;
  readonly by: string;
}

/** The answers of late, oldest first, and how many failures came last without a success between. */
export interface AnswerWindow {
  readonly inARow: number;
  readonly answers: readonly NotedAnswer[];
}

export const emptyWindow: AnswerWindow = { inARow: 0, answers: [] };

/** So many answers are looked at; more would only slow down how a change is seen. */
const mostKept = 100;

/** Notes an answer to an order of this merchant. */
export function noteAnswer(
  window: AnswerWindow,
  answer: AnswerOfProvider,
  atMs: number,
  by: string,
): AnswerWindow {
  const since = atMs - breakerWindowS * 1_000;
  const answers = [...window.answers, { atMs, answer, by }].filter((each) => each.atMs > since);
  const inARow = answer === 'accepted' ? 0 : answer === 'failed' ? window.inARow + 1 : window.inARow;
  return { inARow, answers: answers.slice(-mostKept) };
}

/**
 * Whether a channel stops taking orders by what its provider answered (domain §4): a row of failures, or too few successes. What
 * one merchant's orders alone bring about, while those of others get through, is no fault of the provider: nobody takes a
 * channel from the others by what he sends.
 */
export function mustTrip({ answers, inARow }: AnswerWindow): boolean {
  const accepted = answers.filter(({ answer }) => answer === 'accepted');
  const hasTooFew =
    answers.length >= breakerLeastAnswers && accepted.length * 100 < breakerLeastPct * answers.length;
  if (inARow < breakerFailuresInARow && !hasTooFew) return false;
  const [one, ...others] = new Set(answers.flatMap(({ answer, by }) => (answer === 'accepted' ? [] : [by])));
  return others.length > 0 || accepted.every(({ by }) => by === one);
}
