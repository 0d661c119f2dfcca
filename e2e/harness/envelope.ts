/** What every call of the back office answers. */
export interface Envelope<T = unknown> {
  /** The HTTP status. */
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data: T;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly headers: Headers;
}
