import type { DialectName } from '../charge.ts';
import { ecpayDialect } from '../ecpay/ecpay-dialect.ts';
import { jkopayDialect } from '../jkopay/jkopay-dialect.ts';
import { linepayDialect } from '../linepay/linepay-dialect.ts';
import { newebpayDialect } from '../newebpay/newebpay-dialect.ts';
import { stripeDialect } from '../stripe/stripe-dialect.ts';
import type { Dialect } from './dialect.ts';
import { simpayDialect } from './simpay-dialect.ts';

/** Every language the bank tells its news in. */
export const dialects: Readonly<Record<DialectName, Dialect>> = {
  simpay: simpayDialect,
  ecpay: ecpayDialect,
  newebpay: newebpayDialect,
  stripe: stripeDialect,
  linepay: linepayDialect,
  jkopay: jkopayDialect,
};
