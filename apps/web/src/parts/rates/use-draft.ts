import { useReducer } from 'react';
import type { Draft } from './price-draft.ts';

interface Steps {
  readonly now: Draft;
  readonly before: readonly Draft[];
}
type Step = { readonly to: Draft } | 'undo' | { readonly from: Draft };

const mostSteps = 100;

function take({ before, now }: Steps, step: Step): Steps {
  if (step === 'undo') {
    const last = before.at(-1);
    return last === undefined ? { now, before } : { now: last, before: before.slice(0, -1) };
  }
  if ('from' in step) return { now: step.from, before: [] };
  return { now: step.to, before: [...before, now].slice(-mostSteps) };
}

/** What is typed, with every step of it to go back. */
export function useDraft(first: Draft) {
  const [{ before, now }, dispatch] = useReducer(take, { now: first, before: [] });
  return {
    draft: now,
    canUndo: before.length > 0,
    change: (to: Draft) => dispatch({ to }),
    undo: () => dispatch('undo'),
    startFrom: (from: Draft) => dispatch({ from }),
  };
}
