/** How a shop answers callbacks. `flaky` accepts the n-th delivery of each event and fails the earlier ones. */
export const modes = ['ok', '500', 'slow', 'wrong_body', '302', '410', 'flaky'] as const;
export type Mode = (typeof modes)[number];

/** The mode of a name, `ok` where there is none of it. */
export const modeNamed = (name: string | undefined): Mode => modes.find((mode) => mode === name) ?? 'ok';

/** A shop's mode; `n` counts for `flaky` only. */
export interface Behaviour {
  mode: Mode;
  n: number;
}

export const defaultBehaviour: Behaviour = { mode: 'ok', n: 3 };

export interface ShopAnswer {
  status: number;
  body: string;
  isSlow?: true;
  location?: string;
}

/** What a shop answers to the given attempt at an event. A callback that cannot be believed is never accepted. */
export function answerOf(behaviour: Behaviour, delivery: { verified: boolean; attempt: number }): ShopAnswer {
  const accepted: ShopAnswer = delivery.verified
    ? { status: 200, body: 'success' }
    : { status: 401, body: 'invalid signature' };
  switch (behaviour.mode) {
    case 'ok':
      return accepted;
    case '500':
      return { status: 500, body: 'database is down' };
    case 'slow':
      return { ...accepted, isSlow: true };
    case 'wrong_body':
      return { status: 200, body: '<html><body>Welcome to our shop</body></html>' };
    case '302':
      return { status: 302, body: '', location: 'https://shop.invalid/login' };
    case '410':
      return { status: 410, body: 'gone' };
    case 'flaky':
      return delivery.attempt >= behaviour.n ? accepted : { status: 503, body: 'try again' };
  }
}
