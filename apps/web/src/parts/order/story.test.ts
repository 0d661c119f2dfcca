import { expect, test } from 'vitest';
import { storyOf } from './story.ts';
import type { ToldStory } from './story.ts';

const at = '2026-11-22T01:00:00.000Z';
const step = (kind: string, from: string | null, to: string) => ({
  at,
  kind,
  actor: null,
  from,
  to,
  detail: {},
});

test('of one instant the cause stands before what it caused', () => {
  const detail = {
    timeline: [step('collection.create', null, 'pending'), step('collection.settle', 'pending', 'success')],
    provider: [
      {
        at,
        direction: 'in',
        operation: 'notice',
        http_status: 200,
        latency_ms: null,
        outcome: 'settled',
        request: '',
        response: '',
      },
    ],
    callbacks: [
      {
        type: 'collection.succeeded',
        attempts: [{ attempt: 1, at, http_status: 200, latency_ms: 1, result: 'success', response: '' }],
      },
    ],
  } as unknown as ToldStory;
  const told = storyOf(detail).map((entry) => (entry.kind === 'step' ? entry.step.kind : entry.kind));
  expect(told).toEqual(['collection.create', 'exchange', 'collection.settle', 'callback']);
});
