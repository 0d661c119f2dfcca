import type pg from 'pg';
import type { Http } from '../../platform/http/create-http.ts';
import type { Collections } from '../collections/index.ts';

export interface CheckoutDeps {
  readonly collections: Collections;
  /** For the request limits; a pool with the driver's own types (`driverTypes`). */
  readonly limitPool: pg.Pool;
}

/** Opens the payer's calls: GET /api/checkout/{t} and its actions. */
export function bindCheckout(_app: Http, _deps: CheckoutDeps): void {}
