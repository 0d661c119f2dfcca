import { hash } from 'node:crypto';
import type { ApiVersion } from '@suanpan/domain/callbacks/acknowledgement';
import type { CreatePayoutInput } from '@suanpan/contract/merchant/v2';
import { Refusal } from '@suanpan/domain/errors';
import { parseAmount } from '@suanpan/money/amount';
import { findPayout, keepPayee, submitPayout } from '../../payouts/index.ts';
import type { PayoutRow, Payouts } from '../../payouts/index.ts';
import { banksOf } from '../../settings/index.ts';
import type { MerchantCaller } from '../admission/key-ring.ts';
import { MerchantFault } from '../merchant-fault.ts';

export interface CreatedPayout {
  readonly order: PayoutRow;
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
  },
): Promise<CreatedPayout> {
  const { beneficiary } = input;
  if (banksOf('TW')?.some(({ code }) => code === beneficiary.bank_code) !== true) {
    throw new Refusal('selectCorrectBankName', { fields: { bank_code: ['-'] } });
  }
  const amount = parseAmount(input.amount, input.currency);
  const branch = [beneficiary.province, beneficiary.city, beneficiary.branch].filter(Boolean).join(' ');
  const outcome = await submitPayout(
    payouts,
    {
      customerId: caller.customerId,
      merchantOrderNo: input.order_no,
      currency: input.currency,
      amount,
      payee: keepPayee(payouts.vault, {
        accountName: beneficiary.name,
        bankCode: beneficiary.bank_code,
        branch: branch === '' ? null : branch,
        accountNo: beneficiary.account_no,
      }),
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
      isAgreed: true,
      // Whoever pays by key tells his payouts apart by their numbers.
      isDuplicateKnown: true,
    },
    beneficiary.account_no,
  );
  switch (outcome.outcome) {
    case 'conflict':
      throw new MerchantFault('order_no_conflict', { field: 'order_no' });
    case 'poor':
      throw new MerchantFault('insufficient_balance', { id: `pay_${outcome.orderId}` });
    case 'refused':
      throw new Refusal(outcome.refusal);
    case 'created':
    case 'replayed': {
      const order = await findPayout(payouts.db.app, outcome.orderId);
      if (order === undefined) throw new Error(`Payout ${outcome.orderId} is gone`);
      return { order, replayed: outcome.outcome === 'replayed' };
    }
  }
}

/** What makes two calls the same: the meaning of the fields, not their spelling. */
function hashPayout(input: CreatePayoutInput, amount: bigint): Buffer {
  const { beneficiary: to } = input;
  const meaning = [
    input.order_no,
    String(amount),
    input.currency,
    [to.name, to.account_no, to.bank_code, to.branch, to.province, to.city].map((field) => field ?? null),
    input.notify_url ?? null,
    input.memo ?? null,
    Object.entries(input.metadata ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    input.locale ?? null,
  ];
  return hash('sha256', JSON.stringify(meaning), 'buffer');
}
