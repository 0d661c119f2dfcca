/**
 * Why a call brought no data. `refused`: the server's own answer, its message is shown unchanged; `network`: no
 * answer at all; `busy` 504; `limited` 429; `other`: any other HTTP status, code 111 (specification §8).
 */
export type FaultKind = 'refused' | 'network' | 'busy' | 'limited' | 'other';

export interface FaultDetail {
  readonly kind: FaultKind;
  readonly code: number;
  readonly message: string;
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly requestId?: string | null;
  /** Seconds that the server asks to wait. */
  readonly retryAfterS?: number | null;
}

export class CallFault extends Error {
  override readonly name = 'CallFault';
  readonly kind: FaultKind;
  readonly code: number;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly requestId: string | null;
  readonly retryAfterS: number | null;

  constructor(detail: FaultDetail) {
    super(detail.message);
    this.kind = detail.kind;
    this.code = detail.code;
    this.fields = detail.fields ?? {};
    this.requestId = detail.requestId ?? null;
    this.retryAfterS = detail.retryAfterS ?? null;
  }
}

/** The last message of the last field, which is what the login page shows for 400. */
export function lastFieldMessage(fault: CallFault): string {
  return Object.values(fault.fields).at(-1)?.at(-1) ?? fault.message;
}

const isAt = (said: string, field: string): boolean => said === field || said.startsWith(`${field}.`);

/** What the server said of a field or of what lies inside it (`entries.3`): the last of it, for the place where it is typed. */
export function saidOf({ fields }: CallFault, field: string): string | undefined {
  return Object.entries(fields)
    .findLast(([said]) => isAt(said, field))?.[1]
    .at(-1);
}

/** What stands beside no field: the refusal as a whole, or what it says of fields that are not shown. */
export function saidElsewhere({ fields, message }: CallFault, shown: Iterable<string>): string | null {
  const said = Object.entries(fields);
  if (said.length === 0) return message;
  const places = [...shown];
  const beside = said.filter(([field]) => !places.some((place) => isAt(field, place)));
  return [...new Set(beside.flatMap(([, words]) => words))].join(' ') || null;
}
