import { formatLedger } from '@suanpan/money/amount';
import { rateOfExchange } from '@suanpan/money/exchange';
import { formatRate } from '@suanpan/money/rate';
import { z } from 'zod';
import { businessNow } from '../../../platform/clock.ts';
import type { ApprovalAct } from '../../approvals/index.ts';
import { findRate } from '../../rates/index.ts';
import { exchangeHouse } from './exchange.store.ts';
import type { HouseExchange } from './exchange.store.ts';

const currency = z.enum(['TWD', 'CNY', 'USD', 'USDT']);
const signed = z.string().regex(/^-?[1-9]\d{0,17}$/);

/** J8, its second half: the house buys or sells a currency. Two persons of the platform, whatever the amount. */
export const exchangeAct: ApprovalAct<HouseExchange> = {
  name: 'income.exchange',
  payload: z.strictObject({
    base: currency,
    quote: currency,
    base_amount: signed,
    quote_amount: signed,
    counterparty: z.string().min(1).max(128),
  }),
  // What it brings stands in no row: the position moves with every order, and what was agreed to would be another act each time.
  async preview(tx, { base, base_amount, counterparty, quote, quote_amount }) {
    const [came, price] = [BigInt(base_amount), BigInt(quote_amount)];
    const rate =
      came < 0n ? rateOfExchange(-came, base, price, quote) : rateOfExchange(came, base, -price, quote);
    const own = await findRate(tx, base, quote, null, await businessNow(tx));
    return {
      subject: {
        kind: 'houseExchange',
        id: `${base}/${quote}`,
        label: `${formatLedger(came, base)} ${base} · ${formatLedger(price, quote)} ${quote}`,
      },
      agentId: null,
      amount: { currency: quote, minor: price < 0n ? -price : price },
      rows: [
        { field: 'counterparty', before: null, after: counterparty },
        // Beside the platform's own rates, so that a slip of the pen is seen.
        {
          field: 'rate',
          before: own === undefined ? null : `${own.collection_rate} – ${own.payment_rate}`,
          after: formatRate(rate),
        },
      ],
    };
  },
  perform: async (tx, of, by) => ({ journalId: await exchangeHouse(tx, of, by) }),
};
