import { hash } from 'node:crypto';
import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { payoutEffect } from '@suanpan/contract/endpoints/payout-apply';
import { patterns } from '@suanpan/contract/patterns';
import { Refusal } from '@suanpan/domain/errors';
import { foldCard } from '@suanpan/domain/names/fold-name';
import { translate, translateError } from '@suanpan/messages/translate';
import { readPositiveAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import { numberByHand } from '../../orders/index.ts';
import type { MerchantInScope } from '../../orders/index.ts';
import { banksOf } from '../../settings/index.ts';
import type { Payouts } from '../service.ts';
import { keepPayee, openPayee } from '../submit/payee.ts';
import type { Payee } from '../submit/payee.ts';
import type { SubmitRequest } from '../submit/submit-request.ts';
import { findPayee } from './payees.store.ts';

export type Asked = ParsedInputOf<typeof payoutEffect>;

/** What a person filled in, understood. */
export interface Wish {
  readonly merchant: MerchantInScope;
  readonly payee: Payee;
  /** The payee is kept and still rests, so that a person has to look at what is paid to him. */
  readonly isResting: boolean;
  readonly currency: Currency;
  /** Minor units. */
  readonly amount: bigint;
  readonly orderNo: string;
  readonly memo: string | null;
}

const typedOut = ['bank_code', 'account_name', 'card_no'] as const;

/**
 * Understands what was filled in. Refuses `fillCompleteData` with a sentence beside each field that is missing,
 * `selectCorrectBankName`, an amount that is none, and a payee who is not the merchant's.
 */
export async function readWish(
  { db, vault }: Pick<Payouts, 'db' | 'vault'>,
  { locale }: Pick<RequestContext, 'locale'>,
  merchant: MerchantInScope,
  asked: Asked,
  at: Date,
): Promise<Wish> {
  const needed = asked.payee_id === undefined ? ([...typedOut, 'amount'] as const) : (['amount'] as const);
  const missing = needed.filter((field) => (asked[field] ?? '') === '');
  if (missing.length > 0) {
    const fields = Object.fromEntries(
      missing.map((field) => [field, [translate(locale, `payment.required.${field}`)]]),
    );
    throw new Refusal('fillCompleteData', { fields });
  }
  const currency = asked.currency ?? merchant.currency;
  const { isResting, payee } =
    asked.payee_id === undefined
      ? { isResting: false, payee: readPayee(locale, asked) }
      : await keptPayee(db.app, vault, merchant.id, BigInt(asked.payee_id), at);
  return {
    merchant,
    payee,
    isResting,
    currency,
    amount: amountOf(locale, asked.amount ?? '', currency),
    orderNo: asked.order_no ?? numberByHand(at),
    memo: asked.memo || null,
  };
}

/** A payee as he was typed out. Refuses a bank that is not on the list, and a number that is no account. */
export function readPayee(
  locale: Locale,
  typed: Pick<Asked, 'account_name' | 'bank_code' | 'card_no' | 'branch'>,
): Payee {
  const bankCode = foldCard(typed.bank_code ?? '');
  if (banksOf('TW')?.some(({ code }) => code === bankCode) !== true) {
    throw refused(locale, 'bank_code', 'selectCorrectBankName');
  }
  const accountNo = foldCard(typed.card_no ?? '');
  if (!patterns.accountNo.test(accountNo)) {
    const says = translate(locale, 'fields.patterns.accountNo');
    throw new Refusal('invalidFields', { fields: { card_no: [says] } });
  }
  return { accountName: typed.account_name ?? '', bankCode, branch: typed.branch || null, accountNo };
}

function amountOf(locale: Locale, text: string, currency: Currency): bigint {
  const amount = readPositiveAmount(text, currency);
  if (amount === null) throw refused(locale, 'amount', 'invalidAmount');
  return amount;
}

function refused(locale: Locale, field: string, name: 'selectCorrectBankName' | 'invalidAmount'): Refusal {
  return new Refusal(name, { fields: { [field]: [translateError(locale, name)] } });
}

async function keptPayee(
  db: Kysely<Tables>,
  vault: Payouts['vault'],
  customerId: bigint,
  id: bigint,
  at: Date,
): Promise<{ payee: Payee; isResting: boolean }> {
  const kept = await findPayee(db, customerId, id);
  if (kept === undefined) throw new Refusal('notFound');
  return {
    payee: {
      accountName: kept.account_name,
      bankCode: kept.bank_code,
      branch: kept.branch,
      accountNo: openPayee(vault, kept),
    },
    isResting: kept.usable_from > at,
  };
}

/** The request that a wish comes to. What the platform submits waits for a second person, and so does a payee that rests. */
export function requestOf(
  { vault }: Pick<Payouts, 'vault'>,
  { actor, ip, requestId }: Pick<RequestContext, 'actor' | 'ip' | 'requestId'>,
  wish: Wish,
  isDuplicateKnown: boolean,
): SubmitRequest {
  const { amount, currency, memo, merchant, orderNo, payee } = wish;
  return {
    customerId: merchant.id,
    merchantOrderNo: orderNo,
    currency,
    amount,
    payee: keepPayee(vault, payee),
    memo,
    metadata: {},
    notifyUrl: null,
    locale: null,
    source: 'manual',
    apiVersion: merchant.api_version,
    apiKeyId: null,
    personId: actor.userId,
    isTest: false,
    requestHash: hash('sha256', JSON.stringify([...meaningOf(wish), requestId]), 'buffer'),
    requestIp: ip,
    requestId,
    isAgreed: actor.scope.kind !== 'platform' && !wish.isResting,
    isDuplicateKnown,
  };
}

/** What the code of a submission is spent on: merchant, currency, amount, payee, order number, and the fee that was shown. */
export function effectHash(wish: Wish, fee: bigint): string {
  return hash('sha256', JSON.stringify([...meaningOf(wish), String(fee)]), 'hex');
}

function meaningOf({ amount, currency, merchant, orderNo, payee }: Wish): readonly (string | null)[] {
  const { accountName, accountNo, bankCode, branch } = payee;
  return [
    String(merchant.id),
    currency,
    String(amount),
    accountName,
    bankCode,
    branch,
    foldCard(accountNo),
    orderNo,
  ];
}
