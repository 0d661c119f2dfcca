import { hash } from 'node:crypto';
import type { ApiVersion } from '@suanpan/domain/callbacks/acknowledgement';
import type { CreatePayoutInput } from '@suanpan/contract/merchant/v2';
import { Refusal } from '@suanpan/domain/errors';
import { isTronAddress } from '@suanpan/signing/tron-address';
import { parseAmount } from '@suanpan/money/amount';
import { findPayout, keepPayee, submitPayout } from '../../payouts/index.ts';
import type { Payouts, SubmitOutcome, SubmitRequest } from '../../payouts/index.ts';
import { banksOf } from '../../settings/index.ts';
import type { Admission } from '../admission/admit.ts';
import type { MerchantCaller } from '../admission/key-ring.ts';
import { MerchantFault } from '../merchant-fault.ts';
import type { OwnPayout } from './payout.present.ts';

export interface CreatedPayout {
  readonly order: OwnPayout;
  /** The same request made it before. */
  readonly replayed: boolean;
}

/**
 * Submits the merchant's payout, once per order number. Throws `order_no_conflict` when another request used the number,
 * `insufficient_balance` with the id of what was kept all the same, and what submitting refuses.
 */
export async function createPayout(
  payouts: Payouts,
  caller: Pick<MerchantCaller, 'customerId' | 'isTest'>,
  input: CreatePayoutInput,
  about: {
    readonly apiVersion: ApiVersion;
    /** The key by whose limits it goes. */
    readonly keyId: bigint;
    readonly ip: string;
    readonly requestId: string;
    /** Of a request that is not let in yet: it is with its payout. */
    readonly admission?: Admission;
  },
): Promise<CreatedPayout> {
  const payee = payeeOf(input.beneficiary);
  const amount = parseAmount(input.amount, input.currency);
  const request: SubmitRequest = {
    customerId: caller.customerId,
    merchantOrderNo: input.order_no,
    currency: input.currency,
    amount,
    payee: keepPayee(payouts.vault, payee),
    memo: input.memo ?? null,
    metadata: input.metadata ?? {},
    notifyUrl: input.notify_url ?? null,
    locale: input.locale ?? null,
    source: 'api',
    apiVersion: about.apiVersion,
    apiKeyId: about.keyId,
    personId: null,
    isTest: caller.isTest,
    requestHash: hashPayout(input, amount),
    requestIp: about.ip,
    requestId: about.requestId,
    // Over a chain a person sends it by hand: it waits until one of the platform takes it.
    isAgreed: input.type === 'bank',
    // Whoever pays by key tells his payouts apart by their numbers.
    isDuplicateKnown: true,
  };
  const outcome =
    about.admission === undefined
      ? await submitPayout(payouts, request, payee.accountNo)
      : await about.admission.askWith((ticket) =>
          submitPayout(payouts, { ...request, ticket }, payee.accountNo),
        );
  switch (outcome.outcome) {
    case 'conflict':
      throw new MerchantFault('order_no_conflict', { field: 'order_no' });
    case 'poor':
      throw new MerchantFault('insufficient_balance', { id: `pay_${outcome.orderId}` });
    case 'refused':
      throw new Refusal(outcome.refusal);
    case 'created':
      return { order: newPayout(request, outcome), replayed: false };
    case 'replayed': {
      const order = await findPayout(payouts.db.app, outcome.orderId);
      if (order === undefined) throw new Error(`Payout ${outcome.orderId} is gone`);
      return { order, replayed: true };
    }
  }
}

/** The payout as the database has it now, without asking: nothing can have happened to it yet. */
function newPayout(
  { amount, currency, customerId, isTest, memo, merchantOrderNo, metadata, payee }: SubmitRequest,
  { at, merchantFee, orderId, orderNo, stage }: Extract<SubmitOutcome, { outcome: 'created' | 'poor' }>,
): OwnPayout {
  return {
    id: orderId,
    order_no: orderNo,
    merchant_order_no: merchantOrderNo,
    customer_id: customerId,
    status: 'processing',
    stage,
    currency,
    amount,
    merchant_fee: merchantFee,
    account_name: payee.accountName,
    bank_code: payee.bankCode,
    card_shown: payee.cardShown,
    provider_order_no: null,
    memo,
    metadata,
    failure: null,
    created_at: at,
    completed_at: null,
    callback_status: 'not_sent',
    is_test: isTest,
  };
}

/** Whom it pays. Refuses a bank that is not on the list, and an address with a slip in it. */
function payeeOf(to: CreatePayoutInput['beneficiary']): Parameters<typeof keepPayee>[1] {
  if ('network' in to) {
    if (!isTronAddress(to.address)) throw new Refusal('invalidAddress', { fields: { address: ['-'] } });
    return { accountName: '', bankCode: to.network, branch: null, accountNo: to.address };
  }
  if (banksOf('TW')?.some(({ code }) => code === to.bank_code) !== true) {
    throw new Refusal('selectCorrectBankName', { fields: { bank_code: ['-'] } });
  }
  const branch = [to.province, to.city, to.branch].filter(Boolean).join(' ');
  return {
    accountName: to.name,
    bankCode: to.bank_code,
    branch: branch === '' ? null : branch,
    accountNo: to.account_no,
  };
}

/** What makes two calls the same: the meaning of the fields, not their spelling. */
function hashPayout(input: CreatePayoutInput, amount: bigint): Buffer {
  const { beneficiary: to } = input;
  const meaning = [
    input.order_no,
    String(amount),
    input.currency,
    'network' in to
      ? [to.network, to.address]
      : [to.name, to.account_no, to.bank_code, to.branch, to.province, to.city].map((field) => field ?? null),
    input.notify_url ?? null,
    input.memo ?? null,
    Object.entries(input.metadata ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    input.locale ?? null,
  ];
  return hash('sha256', JSON.stringify(meaning), 'buffer');
}
