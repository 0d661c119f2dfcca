/** What a span tells besides its name: names, numbers and states, and never a value of anybody or a secret. */
export type Facts = Readonly<Record<string, string | number | boolean>>;

/** Who began it: somebody who calls us, somebody whom we call, or we ourselves. */
export type SpanKind = 'server' | 'client' | 'internal';

/** A piece of work with its begin and end, below the one within which it was begun. */
export interface Span {
  /** Runs it, and whatever follows from it, inside the span. */
  within<T>(work: () => T): T;
  /** Once; what fails says so by a word of ours and never by its message, which may hold values. */
  end(facts?: Facts, failure?: string): void;
}

/**
 * Below the span that runs, or by itself where none does; as a part, only below one; or as a whole of its own, whatever woke
 * it. A span that has ended runs no more, though what it woke may go on.
 */
export type Place = 'below' | 'part' | 'whole';

export interface Tracer {
  /** Null for a part of nothing. */
  begin(name: string, kind: SpanKind, facts: Facts, place: Place): Span | null;
}

let tracer: Tracer | null = null;

/** From now on spans are told to this one; until then, and where nobody wants them, none is made. Answers what ends it. */
export function traceWith(given: Tracer): () => void {
  tracer = given;
  return () => {
    tracer = null;
  };
}

/** Whoever is asked once, when he is opened, costs nothing where nobody traces. */
export const isTracing = (): boolean => tracer !== null;

/** Null where nobody traces, and for a part of nothing. */
export function beginSpan(name: string, kind: SpanKind, facts: Facts, place: Place): Span | null {
  return tracer?.begin(name, kind, facts, place) ?? null;
}

/** Does the work in a span; what it throws goes on to whoever asked. */
export async function traced<T>(
  name: string,
  facts: Facts,
  place: Place,
  work: () => Promise<T>,
): Promise<T> {
  const span = beginSpan(name, 'internal', facts, place);
  if (span === null) return work();
  try {
    const done = await span.within(work);
    span.end();
    return done;
  } catch (error) {
    span.end({}, error instanceof Error ? error.name : 'fault');
    throw error;
  }
}
