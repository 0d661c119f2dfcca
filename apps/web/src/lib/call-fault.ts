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
