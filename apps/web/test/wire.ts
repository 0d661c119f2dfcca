import type { Endpoint, InputOf, OutputOf } from '@suanpan/contract/endpoint';
import { sharedPreferences } from '@suanpan/contract/endpoints/preferences';
import { onTestFinished, vi } from 'vitest';

interface Refused {
  readonly refused: {
    readonly code: number;
    readonly message: string;
    readonly errors?: Record<string, string[]>;
  };
}

/** What the server says to one endpoint: rows by the contract, or a refusal. */
interface Reply {
  readonly endpoint: Endpoint;
  readonly answer: (input: never) => unknown;
}

export function reply<E extends Endpoint>(
  endpoint: E,
  answer: (input: InputOf<E>) => OutputOf<E> | Refused,
): Reply {
  return { endpoint, answer };
}

export interface Wire {
  /** The inputs with which an endpoint was asked, in their order. */
  readonly askedOf: <E extends Endpoint>(endpoint: E) => InputOf<E>[];
  /** Breaks the line, or mends it. */
  readonly cut: (isCut: boolean) => void;
}

/** The names in a path of the contract; null where the call is another. */
function namesIn({ method, path }: Endpoint, asked: string, url: string): Record<string, string> | null {
  const found = new RegExp(`^/api${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(url);
  return asked === method && found ? { ...found.groups } : null;
}

const unshared = reply(sharedPreferences, () => []);

/**
 * Stands in for the server at the wire until the test ends, and for nothing of ours: what is asked must fit the
 * contract, and so must what is answered. Nobody shares a view unless a reply says so; any other call that no reply was
 * given for answers 404.
 */
export function wire(...replies: readonly Reply[]): Wire {
  const asked = new Map<Endpoint, unknown[]>();
  let isCut = false;
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('fetch', async (target: string, init: RequestInit) => {
    if (isCut) throw new TypeError('Failed to fetch');
    const url = new URL(target, 'http://wire');
    for (const { endpoint, answer } of [...replies, unshared]) {
      const named = namesIn(endpoint, init.method ?? 'GET', url.pathname);
      if (named === null) continue;
      const sent =
        typeof init.body === 'string'
          ? (JSON.parse(init.body) as object)
          : Object.fromEntries(url.searchParams);
      const input = { ...named, ...sent };
      endpoint.input.parse(input);
      asked.set(endpoint, [...(asked.get(endpoint) ?? []), input]);
      const said = answer(input as never);
      if (typeof said === 'object' && said !== null && 'refused' in said)
        return Response.json({ data: null, ...(said as Refused).refused });
      return Response.json({ code: 0, message: '', data: endpoint.output.parse(said) });
    }
    return Response.json({
      code: 404,
      message: `nothing is said of ${init.method} ${url.pathname}`,
      data: null,
    });
  });
  return {
    askedOf: (endpoint) => (asked.get(endpoint) ?? []) as never,
    cut: (next) => (isCut = next),
  };
}
