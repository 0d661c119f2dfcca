import { jkopaySandboxStore, signJkopay } from '@suanpan/signing/jkopay';
import { formatTaiwanTime } from '@suanpan/signing/taiwan-time';
import { wholeUnits } from '../../decimal.ts';
import type { Charge } from '../charge.ts';
import type { Dialect } from '../dialects/dialect.ts';

/** A payment that was only played is none, and what was taken back was paid once. */
const isPaid = (charge: Charge): boolean =>
  (charge.status === 'paid' || charge.status === 'reversed') && !charge.simulated;

/** What JKoPay says of an order, when it is asked and when it tells. */
export function transactionOf(charge: Charge) {
  const paid = isPaid(charge);
  const price = wholeUnits((paid ? charge.paidMicro : null) ?? charge.amountMicro);
  return {
    platform_order_id: charge.merchantOrderNo,
    status: paid ? 0 : charge.status === 'failed' ? 100 : 101,
    tradeNo: paid ? charge.chargeNo : null,
    trans_time: paid && charge.paidAt ? formatTaiwanTime(charge.paidAt.getTime(), '-') : null,
    currency: charge.currency,
    final_price: price,
    redeem_amount: '0',
    debit_amount: price,
  };
}

/** JKoPay's language: JSON under a DIGEST of its bytes, told of payments alone and acknowledged by HTTP 200. */
export const jkopayDialect: Dialect = {
  tell: (charge, event) => {
    const isStranger = event === 'stranger';
    if (!isStranger && (event !== 'paid' || charge.simulated)) return null;
    const transaction = isStranger
      ? {
          ...transactionOf(charge),
          status: 0,
          platform_order_id: `UNKNOWN-${charge.merchantOrderNo}`,
          tradeNo: `${charge.chargeNo}X`,
        }
      : transactionOf(charge);
    return { eventId: `${charge.chargeNo}-${event}`, body: JSON.stringify({ transaction }) };
  },
  seal: ({ body, isWrong }) => {
    const { secretKey } = jkopaySandboxStore;
    const digest = signJkopay(body, isWrong ? `${secretKey}-wrong` : secretKey);
    return { headers: { digest, 'content-type': 'application/json' }, signature: digest };
  },
  isAcknowledged: (httpStatus) => httpStatus === 200,
};
