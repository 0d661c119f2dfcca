import { createByHand, type counterDay } from '@suanpan/contract/endpoints/manual-collections';
import type { InputOf, OutputOf } from '@suanpan/contract/endpoint';
import { collectionExpiresDefaultS } from '@suanpan/domain/limits';
import { call } from '../../lib/api.ts';
import type { Once } from '../../lib/use-once.ts';
import type { Via } from './use-methods.ts';

/** An order as it is being typed. */
export interface Draft {
  readonly customerId: string;
  readonly amount: string;
  readonly currency: string;
  /** Empty leaves the choice to the payer. */
  readonly method: string;
  readonly realName: string;
  readonly productName: string;
  readonly lifetimeS: number;
  readonly isTest: boolean;
}

/** What is shown of an order to whoever stands before its payer. */
export type MadeOrder = OutputOf<typeof counterDay>['orders'][number] & {
  /** Why no channel took it, where it was just made. */
  readonly refusal?: string | null;
};

export function emptyDraft(currency: string): Draft {
  return {
    customerId: '',
    amount: '',
    currency,
    method: '',
    realName: '',
    productName: '',
    lifetimeS: collectionExpiresDefaultS,
    isTest: false,
  };
}

/** Makes the order; once a key, however often it is clicked. */
export function makeOrder(via: Via, draft: Draft, once: Once): Promise<MadeOrder> {
  const { customerId, method, productName, realName } = draft;
  return call(
    createByHand,
    {
      via,
      amount: draft.amount.trim(),
      currency: draft.currency as InputOf<typeof createByHand>['currency'],
      expires_in: draft.lifetimeS,
      is_test: draft.isTest,
      ...(customerId !== '' && { customer_id: customerId }),
      ...(method !== '' && { channel_alias: method }),
      ...(realName.trim() !== '' && { real_name: realName }),
      ...(productName.trim() !== '' && { product_name: productName }),
    },
    once,
  );
}
