/** Money: a decimal string in major units, such as `1500.00`. */
export type Amount = string;
/** RFC 3339 UTC. */
export type Instant = string;
export type Currency = 'TWD' | 'CNY' | 'USD' | 'USDT';
export type Locale = 'zh-TW' | 'zh-CN' | 'en';

export interface Payer {
  readonly name?: string | undefined;
  /** The last five digits of the account that pays. */
  readonly last5?: string | undefined;
  readonly account?: string | undefined;
  readonly bank_code?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly ip?: string | undefined;
  readonly user_ref?: string | undefined;
}

export interface NewCollection {
  /** The merchant's own number of the order: the same request with the same number is the same collection. */
  readonly order_no: string;
  readonly amount: Amount;
  readonly currency: Currency;
  /** Left out, the payer chooses. */
  readonly method?: string | undefined;
  readonly product_name?: string | undefined;
  readonly payer?: Payer | undefined;
  readonly notify_url?: string | undefined;
  readonly return_url?: string | undefined;
  /** Seconds. */
  readonly expires_in?: number | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly locale?: Locale | undefined;
}

export interface Failure {
  readonly code: string;
  readonly message: string;
}

export interface Collection {
  readonly id: string;
  readonly order_no: string;
  readonly status:
    | 'pending'
    | 'succeeded'
    | 'expired'
    | 'amount_mismatch'
    | 'abnormal'
    | 'test_supplied'
    | 'refund_preparing'
    | 'refunding'
    | 'refunded';
  readonly currency: Currency;
  readonly amount: Amount;
  /** What the payer has to pay, where it is not the amount of the order. */
  readonly pay_amount: Amount;
  readonly paid_amount: Amount | null;
  readonly fee: Amount | null;
  readonly credited_amount: Amount | null;
  readonly rate: string | null;
  readonly method: string | null;
  readonly checkout_url: string;
  readonly payment: { readonly type: string } | null;
  readonly payer: Readonly<Record<string, string>> | null;
  readonly expires_at: Instant;
  readonly created_at: Instant;
  readonly paid_at: Instant | null;
  readonly callback_status: string;
  readonly failure: Failure | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly is_test: boolean;
}

export interface NewPayout {
  readonly order_no: string;
  readonly amount: Amount;
  readonly currency: Currency;
  readonly type: 'bank' | 'crypto';
  /** Of type `bank` an account of a bank, of type `crypto` an address of a chain. */
  readonly beneficiary:
    | {
        readonly name: string;
        readonly account_no: string;
        readonly bank_code: string;
        readonly branch?: string | undefined;
        readonly province?: string | undefined;
        readonly city?: string | undefined;
      }
    | { readonly network: 'TRC20'; readonly address: string };
  readonly notify_url?: string | undefined;
  readonly memo?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly locale?: Locale | undefined;
}

export interface Payout {
  readonly id: string;
  readonly order_no: string;
  readonly status:
    | 'queued'
    | 'processing'
    | 'paid'
    | 'rejected'
    | 'rejected_reversed'
    | 'verification_failed'
    | 'insufficient_balance';
  readonly currency: Currency;
  readonly amount: Amount;
  readonly fee: Amount;
  readonly type: 'bank' | 'crypto';
  readonly beneficiary:
    | { readonly name: string; readonly account_no: string; readonly bank_code: string }
    | { readonly network: 'TRC20'; readonly address: string };
  /** Over a chain: the transaction that paid it. */
  readonly tx_hash: string | null;
  readonly memo: string | null;
  readonly created_at: Instant;
  readonly completed_at: Instant | null;
  readonly callback_status: string;
  readonly failure: Failure | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly is_test: boolean;
}

export interface NewRefund {
  readonly refund_no: string;
  readonly amount: Amount;
  readonly reason?: string | undefined;
}

export interface Refund {
  readonly id: string;
  readonly refund_no: string | null;
  readonly kind: 'refund' | 'charge_back';
  readonly collection_id: string;
  readonly order_no: string;
  readonly currency: Currency;
  readonly amount: Amount;
  readonly status: string;
  readonly reason: string | null;
  readonly created_at: Instant;
  readonly completed_at: Instant | null;
}

export interface Balance {
  readonly currency: Currency;
  readonly available: Amount;
  readonly frozen: Amount;
  readonly unsettled: Amount;
  readonly total: Amount;
}

export interface Method {
  readonly code: string;
  readonly name: string;
  readonly kind: string;
  readonly currencies: readonly Currency[];
  readonly min: Amount | null;
  readonly max: Amount | null;
  readonly hours: readonly {
    readonly days?: readonly number[] | undefined;
    readonly from: string;
    readonly to: string;
  }[];
  readonly fee: { readonly pct: string; readonly per_item: Amount };
  readonly required_payer_fields: readonly string[];
}

export interface Bank {
  readonly code: string;
  readonly name: string;
  readonly name_en: string;
}

/** What a callback carries, and what `events` answers. */
export interface MerchantEvent {
  readonly id: string;
  readonly type: string;
  readonly api_version: '2';
  readonly created_at: Instant;
  /** The collection or payout as it stood when this happened. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Goes into the next call; null at the end. */
  readonly next_cursor: string | null;
}
