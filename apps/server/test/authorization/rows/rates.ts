import { only } from '../table.ts';
import type { Row } from '../table.ts';
import { absent, noPaymentPassword, platformAndAgent, reason, stepUp } from './vocabulary.ts';

/** Whoever reads what his money is worth; nobody of the cast has set a rate. */
const readers = only('admin manager agent subAgent merchant subWith impersonated');
const rateNotSet = 21_113;

export const rateRows: readonly Row[] = [
  { call: 'GET /settings/currency_rate', about: 'nothing', expects: readers },
  {
    call: 'GET /settings/currency_rate/convert',
    about: 'nothing',
    expects: readers,
    passes: rateNotSet,
    sends: () => ({ from: 'USDT', to: 'TWD', amount: '100' }),
  },
  {
    call: 'POST /settings/currency_rate',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: noPaymentPassword,
    sends: () => ({
      base: 'USDT',
      quote: 'TWD',
      collection_rate: '31.8',
      payment_rate: '32.6',
      reason,
      ...stepUp,
    }),
  },
  {
    call: 'DELETE /settings/currency_rate/{id}',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: absent,
    names: { id: '999999999999' },
    sends: () => ({ reason, ...stepUp }),
  },
];
