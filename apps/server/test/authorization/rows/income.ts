import { only } from '../table.ts';
import type { Row } from '../table.ts';
import { noPaymentPassword, platform, reason, stepUp } from './vocabulary.ts';

/** What the platform earns: a senior agent sees what it earns of him, and nobody else anything. */
export const incomeRows: readonly Row[] = [
  { call: 'GET /accounting/systemIncome', about: 'nothing', expects: only('admin manager agent') },
  { call: 'GET /accounting/systemIncome/entries', about: 'nothing', expects: only('admin manager agent') },
  {
    call: 'POST /accounting/systemIncome/collect',
    about: 'nothing',
    expects: only(platform),
    passes: noPaymentPassword,
    sends: () => ({ agent_id: '999999999999', currency: 'TWD', reason, ...stepUp }),
  },
  { call: 'GET /accounting/systemIncome/exchanges', about: 'nothing', expects: only(platform) },
  {
    call: 'POST /accounting/systemIncome/exchanges',
    about: 'nothing',
    expects: only(platform),
    passes: noPaymentPassword,
    sends: () => ({
      base: 'USDT',
      quote: 'TWD',
      side: 'buy',
      base_amount: '1',
      quote_amount: '32',
      counterparty: 'First Bank',
      reason,
      ...stepUp,
    }),
  },
  { call: 'GET /accounting/systemIncomewithdraws', about: 'nothing', expects: only(platform) },
  {
    call: 'POST /accounting/systemIncomewithdraws',
    about: 'nothing',
    expects: only(platform),
    passes: noPaymentPassword,
    sends: () => ({ currency: 'TWD', amount: '1', to: 'First Bank', reason, ...stepUp }),
  },
];
