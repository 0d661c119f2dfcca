import { NoAnswer } from './port.ts';
import type { Exchange } from './port.ts';

export const unknown = (reason: string) => ({ outcome: 'unknown', reason }) as const;

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'fault');

const longestReference = 200;

/** A provider's own number or event, by which a payment is told from another: it is kept as it is, whatever it holds. */
export function isKeepable(reference: string): boolean {
  return (
    reference.trim() !== '' &&
    reference.length <= longestReference &&
    reference.isWellFormed() &&
    !/\p{Cc}/u.test(reference)
  );
}

/** Looks on while an adapter speaks with its provider. */
export function watch(exchange: Exchange): {
  readonly exchange: Exchange;
  /** The provider may have taken what it was asked for, whatever it answered. */
  mayBeTaken(): boolean;
  /** Every exchange ended in an answer that says something. */
  isAnswered(): boolean;
} {
  let asked = 0;
  let mayBeTaken = false;
  let isAnswered = true;
  return {
    async exchange(request) {
      asked += 1;
      try {
        const response = await exchange(request);
        if (!isClear(response.status)) {
          mayBeTaken = true;
          isAnswered = false;
        }
        return response;
      } catch (error) {
        isAnswered = false;
        if (!(error instanceof NoAnswer) || error.mayHaveArrived) mayBeTaken = true;
        throw error;
      }
    },
    mayBeTaken: () => mayBeTaken,
    isAnswered: () => isAnswered && asked > 0,
  };
}

/** Timeout, 'exists already', locked, too early, too many: refusals that say nothing of the order. */
const unclear = new Set([408, 409, 423, 425, 429]);

/** A redirect and a fault say nothing either. */
function isClear(status: number): boolean {
  if (unclear.has(status)) return false;
  return (status >= 200 && status < 300) || (status >= 400 && status < 500);
}
