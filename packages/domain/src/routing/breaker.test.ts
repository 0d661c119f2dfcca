import { expect, test } from 'vitest';
import { breakerFailuresInARow, breakerLeastAnswers, breakerWindowS } from '../limits.ts';
import { emptyWindow, mustTrip, noteAnswer } from './breaker.ts';
import type { AnswerOfProvider } from './breaker.ts';

const heard = (answers: readonly AnswerOfProvider[], everyMs = 1_000) =>
  answers.reduce((window, answer, n) => noteAnswer(window, answer, n * everyMs, 'one'), emptyWindow);
const times = (count: number, answer: AnswerOfProvider): AnswerOfProvider[] =>
  Array.from({ length: count }, () => answer);

test('a row of failures trips, and one success among them does not let it', () => {
  expect(mustTrip(heard(times(breakerFailuresInARow - 1, 'failed')))).toBe(false);
  expect(mustTrip(heard(times(breakerFailuresInARow, 'failed')))).toBe(true);
  expect(mustTrip(heard([...times(4, 'failed'), 'accepted', ...times(4, 'failed')]))).toBe(false);
});

test('clear refusals count in the rate alone, and only among enough answers', () => {
  expect(mustTrip(heard(times(breakerLeastAnswers - 1, 'refused')))).toBe(false);
  expect(mustTrip(heard(times(breakerLeastAnswers, 'refused')))).toBe(true);
  expect(mustTrip(heard([...times(10, 'accepted'), ...times(10, 'refused')]))).toBe(false);
  expect(mustTrip(heard([...times(9, 'accepted'), ...times(11, 'refused')]))).toBe(true);
});

test('what is older than the window counts no more', () => {
  expect(mustTrip(heard(times(breakerLeastAnswers, 'refused'), (breakerWindowS * 1_000) / 10))).toBe(false);
});

test('one merchant alone trips no channel by which the orders of another get through', () => {
  const others = noteAnswer(emptyWindow, 'accepted', 0, 'another');
  const with30 = (answer: AnswerOfProvider, by: (n: number) => string) =>
    times(30, answer).reduce((window, each, n) => noteAnswer(window, each, n, by(n)), others);
  for (const answer of ['refused', 'failed'] as const) {
    expect(mustTrip(with30(answer, () => 'one'))).toBe(false);
    expect(mustTrip(with30(answer, (n) => (n === 7 ? 'a third' : 'one')))).toBe(true);
    // Where nobody else gets through either, he has shown what everybody would find.
    expect(mustTrip(with30(answer, () => 'another'))).toBe(true);
  }
});
