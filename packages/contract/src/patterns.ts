import { merchantOrderNoPattern, twoFactorCodePattern } from '@suanpan/domain/limits';
import { settleRulePattern } from '@suanpan/domain/settlement';
import { plainLine, plainLines } from './plain-text.ts';

/**
 * Every form that a text of the contract may have to take. It has a name, because the sentence that a person reads and
 * the example of the API description hang on it; a schema uses none that does not stand here. Written without flags
 * wherever that is possible, as JSON Schema knows none.
 */
export const patterns = {
  plainLine,
  plainLines,
  /** A row's id: bigint in the database, which holds every number of so many digits. It is spelled in one way alone. */
  id: /^(0|[1-9]\d{0,17})$/,
  count: /^\d{1,9}$/,
  /** Digits with at most six decimals, as a person or a merchant writes an amount. */
  amount: /^\d{1,12}(\.\d{1,6})?$/,
  /** An amount as the back office answers it: four decimals, six for USDT. */
  ledgerAmount: /^-?\d{1,20}\.\d{4,6}$/,
  /** An amount as the merchant API answers it. */
  merchantAmount: /^-?\d{1,20}\.\d{2,6}$/,
  /** An amount above zero at the ledger scale. */
  threshold: /^\d{1,18}\.\d{4,6}$/,
  /** What the sandbox bank plays (merchant API §6). */
  scenario: /^(0\d|1[0-6])$/,
  threeDigits: /^\d{3}$/,
  fiveDigits: /^\d{5}$/,
  sixDigits: twoFactorCodePattern,
  /** Latin, so that no two names look the same. */
  username: /^[A-Za-z0-9][A-Za-z0-9._@-]{2,63}$/,
  phone: /^\+?[\d ()-]{5,24}$/,
  phoneOrNone: /^[+\d ()-]*$/,
  /** A time of a day: 00:00 to 23:59. */
  hourMinute: /^([01]\d|2[0-3]):[0-5]\d$/,
  /** A month or a day of the calendar. */
  period: /^\d{4}-\d{2}(-\d{2})?$/,
  month: /^\d{4}-\d{2}$/,
  country: /^[A-Z]{2}$/,
  methodCode: /^[A-Za-z0-9_-]{1,32}$/,
  orderNo: merchantOrderNoPattern,
  checkoutToken: /^[A-Za-z0-9_-]{16,64}$/,
  collectionId: /^col_[1-9]\d{0,17}$/,
  payoutId: /^pay_[1-9]\d{0,17}$/,
  /** A bank account: digits alone, the others folded away before. */
  accountNo: /^\d{6,20}$/,
  eventId: /^evt_[0-9A-Z]{26}$/,
  settleRule: settleRulePattern,
  hostName: /^$|^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
  logoAddress: /^$|^\/api\/branding\/logo\/[0-9a-f]{64}$/,
  /** A transaction of a chain, by its number. */
  transaction: /^[0-9a-fA-F]{64}$/,
  /** A slip, by the hash of its bytes. */
  slip: /^[0-9a-f]{64}$/,
  color: /^$|^#[0-9a-fA-F]{6}$/,
  merchantNo: /^[1-9]\d{0,17}$/,
  unixSeconds: /^\d{1,12}$/,
  nonce: /^[A-Za-z0-9-]{8,64}$/,
  md5: /^[0-9A-Fa-f]{32}$/,
} as const satisfies Record<string, RegExp>;

export type PatternName = keyof typeof patterns;
