/** The gateway answered no. */
export class MerchantRefusal extends Error {
  override readonly name = 'MerchantRefusal';
  readonly status: number;
  /** Of the catalogue, such as `insufficient_balance`. */
  readonly code: string;
  readonly field: string | null;
  /** Names this call to support. */
  readonly requestId: string | null;
  /** Seconds to wait before asking again, where the gateway says so. */
  readonly retryAfterS: number | null;

  constructor(refusal: {
    readonly status: number;
    readonly code: string;
    readonly message: string;
    readonly field: string | null;
    readonly requestId: string | null;
    readonly retryAfterS: number | null;
  }) {
    super(refusal.message);
    this.status = refusal.status;
    this.code = refusal.code;
    this.field = refusal.field;
    this.requestId = refusal.requestId;
    this.retryAfterS = refusal.retryAfterS;
  }
}

/**
 * Nobody knows what became of the call: no answer came, one that cannot be read, or one that the gateway did not sign.
 * An order may have been made: ask for it by its number, or send the very same request again.
 */
export class MerchantUnknown extends Error {
  override readonly name = 'MerchantUnknown';
}
