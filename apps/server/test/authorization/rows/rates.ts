import { grid, only } from '../table.ts';
import type { Row } from '../table.ts';
import { absent, noPaymentPassword, platformAndAgent, reason, stepUp } from './vocabulary.ts';

/** Whoever reads what his money is worth; nobody of the cast has set a rate. */
const readers = only('admin manager agent subAgent merchant subWith impersonated');
const rateNotSet = 21_113;

/** What merchants pay: the platform's, and a senior agent's of his own tree. */
const prices = grid(`
                own  beside  other  absent
  admin         ok   ok      ok     404
  manager       ok   ok      ok     404
  staff         no   no      no     no
  agent         ok   ok      404    404
  agentStaff    no   no      no     no
  subAgent      no   no      no     no
  middleman     no   no      no     no
  merchant      no   no      no     no
  subWithout    no   no      no     no
  subWith       no   no      no     no
  impersonated  no   no      no     no`);
const ofCollections = { direction: 'collection', currency: 'TWD' };
/** A channel that nobody has: whoever was let in hears of it. */
const unknownRow = { channel_id: '999999999999', merchant_fee: { pct: '1', per_item: '0' }, v: 1 };

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
  {
    call: 'GET /rates/matrix',
    about: 'merchant',
    expects: prices,
    sends: ({ id }) => ({ customer_id: id, ...ofCollections }),
  },
  {
    call: 'GET /rates/matrix/versions',
    about: 'merchant',
    expects: prices,
    sends: ({ id }) => ({ customer_id: id, ...ofCollections }),
  },
  {
    call: 'POST /rates/matrix/effect',
    about: 'merchant',
    expects: prices,
    passes: absent,
    sends: ({ id }) => ({ customer_id: id, ...ofCollections, rows: [unknownRow] }),
  },
  {
    call: 'POST /rates/matrix/whatIf',
    about: 'merchant',
    expects: prices,
    passes: absent,
    sends: ({ id }) => ({ customer_id: id, ...ofCollections, rows: [unknownRow] }),
  },
  {
    call: 'PUT /rates/matrix',
    about: 'merchant',
    expects: prices,
    passes: noPaymentPassword,
    sends: ({ id }) => ({
      customer_id: id,
      ...ofCollections,
      rows: [unknownRow],
      effect_hash: 'x',
      reason,
      ...stepUp,
    }),
  },
  {
    call: 'DELETE /rates/matrix/versions/{id}',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: absent,
    names: { id: '999999999999' },
    sends: () => ({ reason, ...stepUp }),
  },
];
