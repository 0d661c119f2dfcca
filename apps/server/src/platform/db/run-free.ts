import { errorCode } from './database-error.ts';

/** PostgreSQL's lock_not_available. */
const lockTimeoutState = '55P03';
/** Whatever still stands in the way after so many looks is looked for by halves. */
const usualLooks = 3;

export interface FreeRun<Request, Outcome> {
  /** Of those that could be done now. */
  readonly outcomes: ReadonlyMap<Request, Outcome>;
  /** Those that could not, each with the parties whose balance is held; none where it is the subject itself. */
  readonly held: ReadonlyMap<Request, readonly bigint[]>;
  /** Of which nobody knows, and which may not be tried again: each with the error that its caller is told. */
  readonly lost: ReadonlyMap<Request, Error>;
}

export interface FreeWork<Request, Outcome> {
  /** One outcome a request, in order; all or nothing. */
  readonly run: (requests: readonly Request[]) => Promise<readonly Outcome[]>;
  /** Which of them somebody holds, with the parties whose balance it is. */
  readonly findHeld: (requests: readonly Request[]) => Promise<ReadonlyMap<Request, readonly bigint[]>>;
  /** Puts right what kept a run from beginning; false where it cannot. */
  readonly mend?: (error: unknown) => Promise<boolean>;
  /** Whether what failed so may be tried again, always where nothing is said: what may stand would meet itself. */
  readonly mayTryAgain?: (error: unknown) => boolean;
}

/**
 * Does those of the requests that nobody else holds a row of; when it throws, none. What is held, by whom ever, costs the
 * others a few lock timeouts and no more.
 */
export async function runFree<Request, Outcome>(
  work: FreeWork<Request, Outcome>,
  requests: readonly Request[],
  looks = usualLooks,
): Promise<FreeRun<Request, Outcome>> {
  const held = new Map<Request, readonly bigint[]>();
  let free = requests;
  for (let look = 1; free.length > 0; look += 1) {
    try {
      const outcomes = await work.run(free);
      return {
        outcomes: new Map(free.map((request, place) => [request, outcomeAt(outcomes, place)])),
        held,
        lost: new Map(),
      };
    } catch (error) {
      if ((await work.mend?.(error)) === true) continue;
      if (errorCode(error) !== lockTimeoutState) throw error;
      const found = await work.findHeld(free);
      for (const request of free) {
        const parties = found.get(request) ?? (free.length === 1 && look >= looks ? [] : undefined);
        if (parties !== undefined) held.set(request, parties);
      }
      free = free.filter((request) => !held.has(request));
      // What one of them waits for is no row that is looked for (its payment, that somebody books now).
      if (look >= looks && free.length > 1) return inHalves(work, free, held);
    }
  }
  return { outcomes: new Map(), held, lost: new Map() };
}

/**
 * A half that fails counts as held, or as lost where it may not be tried again: the other one may be done by then, and held requests
 * are tried each alone.
 */
async function inHalves<Request, Outcome>(
  work: FreeWork<Request, Outcome>,
  requests: readonly Request[],
  held: ReadonlyMap<Request, readonly bigint[]>,
): Promise<FreeRun<Request, Outcome>> {
  const middle = Math.ceil(requests.length / 2);
  const outcomes = new Map<Request, Outcome>();
  const heldNow = new Map(held);
  const lost = new Map<Request, Error>();
  for (const half of [requests.slice(0, middle), requests.slice(middle)]) {
    try {
      const done = await runFree(work, half, 1);
      for (const [request, outcome] of done.outcomes) outcomes.set(request, outcome);
      for (const [request, parties] of done.held) heldNow.set(request, parties);
      for (const [request, error] of done.lost) lost.set(request, error);
    } catch (error) {
      const mayTryAgain = work.mayTryAgain?.(error) ?? true;
      const told = error instanceof Error ? error : new Error('The half failed', { cause: error });
      for (const request of half) {
        if (mayTryAgain) heldNow.set(request, []);
        else lost.set(request, told);
      }
    }
  }
  return { outcomes, held: heldNow, lost };
}

function outcomeAt<Outcome>(outcomes: readonly Outcome[], place: number): Outcome {
  const outcome = outcomes[place];
  if (outcome === undefined) throw new Error('A batch answered too little');
  return outcome;
}
