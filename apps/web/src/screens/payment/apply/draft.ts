import type { InputOf } from '@suanpan/contract/endpoint';
import type { PayeeRow, payoutEffect } from '@suanpan/contract/endpoints/payout-apply';

/** A payout as it is being filled in. */
export interface Draft {
  readonly bankCode: string;
  readonly accountName: string;
  readonly cardNo: string;
  readonly branch: string;
  readonly amount: string;
  readonly currency: string;
  /** Empty leaves the choice to routing. */
  readonly method: string;
  readonly memo: string;
  readonly orderNo: string;
}

export const emptyDraft: Draft = {
  bankCode: '',
  accountName: '',
  cardNo: '',
  branch: '',
  amount: '',
  currency: '',
  method: '',
  memo: '',
  orderNo: '',
};

type Asked = InputOf<typeof payoutEffect>;

/** What the server is asked, with what is left out where nothing was filled in. */
export function askedOf(draft: Draft, payee: PayeeRow | null, customerId: string): Asked {
  const typed = {
    bank_code: draft.bankCode,
    account_name: draft.accountName.trim(),
    card_no: draft.cardNo.trim(),
    ...(draft.branch.trim() !== '' && { branch: draft.branch.trim() }),
  };
  return {
    ...(payee === null ? typed : { payee_id: payee.id }),
    amount: draft.amount.trim(),
    ...(customerId !== '' && { customer_id: customerId }),
    ...(draft.currency !== '' && { currency: draft.currency as NonNullable<Asked['currency']> }),
    ...(draft.method !== '' && { channel_alias: draft.method }),
    ...(draft.memo.trim() !== '' && { memo: draft.memo.trim() }),
    ...(draft.orderNo.trim() !== '' && { order_no: draft.orderNo.trim() }),
  };
}
