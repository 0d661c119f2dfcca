import type { MerchantErrorName } from '@suanpan/domain/merchant-errors';
import type { MerchantCaller } from './admission/key-ring.ts';

export interface FaultDetails {
  /** The field, header or parameter at fault. */
  readonly field?: string;
  /** What is wrong with the field, in the caller's language. */
  readonly detail?: string;
  /** A sentence of the words that says more than the error's own. */
  readonly sentence?: 'invalid_json' | 'repeated_field';
  readonly retryAfterS?: number;
  /** The order that was made all the same. */
  readonly id?: string;
  /** In whose name the call was made, where its key says so; nothing is proven by that. */
  readonly caller?: Pick<MerchantCaller, 'counterId' | 'customerId'>;
}

/** A request that the merchant API refuses under one of its own names; in the legacy form it becomes a code. */
export class MerchantFault extends Error {
  override readonly name = 'MerchantFault';
  readonly fault: MerchantErrorName;
  readonly details: FaultDetails;

  constructor(fault: MerchantErrorName, details: FaultDetails = {}) {
    super(fault);
    this.fault = fault;
    this.details = details;
  }
}
