import { grid, only } from '../table.ts';
import type { Row } from '../table.ts';
import { absent, platformAndAgent, reason, stepUp } from './vocabulary.ts';

/** Whoever may know by which channels a merchant is paid: the merchant and his general agent too. */
const readers = only('admin manager agent subAgent merchant subWith impersonated');
const managers = only(platformAndAgent);
/** A merchant's own rules and checks: for the platform and for his senior agent. */
const ofMerchants = grid(`
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

const nobody = '999999999999';
const settings = {
  alias: 'bank',
  weight: 1,
  polling: true,
  priority: null,
  min_amount: '0',
  max_amount: '0',
  daily_amount: '0',
  daily_count: 0,
  balance_limit: null,
  windows: [],
  enabled: true,
};
const price = { pct: '3', per_item: '0' };
const added = { customer_id: nobody, channel_id: nobody, ...settings, merchant_fee: price };
const hash = { effect_hash: 'x' };
const item = {
  channel_id: nobody,
  alias: 'bank',
  weight: 1,
  polling: true,
  priority: null,
  limits: {
    min_amount: '0',
    max_amount: '0',
    daily_amount: '0',
    daily_count: 0,
    balance_limit: null,
    windows: [],
  },
  fees: { merchant: price, sub_agent: price, middleman: price },
};
const given = { model_id: nobody, customer_ids: [nobody], keep_own: true };
const swap = {
  direction: 'collection',
  from_channel_id: nobody,
  to_channel_id: '999999999998',
  scope: 'all',
};

/** A call about something that is not there: whoever is let through is told so. */
const missing = (call: string, sends: object): Row => ({
  call,
  about: 'nothing',
  expects: managers,
  passes: absent,
  ...(call.includes('{id}') && { names: { id: nobody } }),
  sends: () => ({ ...sends }),
});

const rowsOf = (root: 'collection_method' | 'payment_method'): Row[] => [
  { call: `GET /${root}/customers`, about: 'nothing', expects: readers },
  missing(`POST /${root}/customers`, { ...added, ...hash, reason }),
  missing(`POST /${root}/customers/effect`, added),
  missing(`PUT /${root}/customers/{id}`, { v: 1, ...settings, ...hash }),
  missing(`PUT /${root}/customers/{id}/effect`, { v: 1, ...settings }),
  missing(`DELETE /${root}/customers/{id}`, { v: 1, ...hash }),
  missing(`DELETE /${root}/customers/{id}/effect`, { v: 1 }),
  { call: `GET /${root}/customers/{id}/exceptions`, about: 'merchant', expects: ofMerchants },
  {
    call: `PUT /${root}/customers/{id}/exceptions`,
    about: 'merchant',
    expects: ofMerchants,
    sends: () => ({ v: 0, items: [] }),
  },
  { call: `GET /${root}/customers/{id}/checks`, about: 'merchant', expects: ofMerchants },
  {
    call: `POST /${root}/customers/{id}/checks/run`,
    about: 'merchant',
    expects: ofMerchants,
    sends: () => ({}),
  },
  { call: `GET /${root}/models`, about: 'nothing', expects: managers },
  missing(`POST /${root}/models`, { name: 'standard', items: [item] }),
  missing(`PUT /${root}/models/{id}`, { v: 1, name: 'standard', items: [item] }),
  missing(`DELETE /${root}/models/{id}`, { v: 1 }),
  { call: `GET /${root}/customer_models`, about: 'nothing', expects: managers },
  missing(`PUT /${root}/customer_models`, { ...given, ...hash, reason }),
  missing(`PUT /${root}/customer_models/effect`, given),
  missing(`DELETE /${root}/customer_models/{id}`, {}),
];

export const merchantChannelRows: readonly Row[] = [
  ...rowsOf('collection_method'),
  ...rowsOf('payment_method'),
  { call: 'GET /payment_method/customers/unset', about: 'nothing', expects: readers },
  { call: 'GET /collection_method/customer_models_change', about: 'nothing', expects: managers },
  missing('POST /collection_method/customer_models_change', { ...swap, ...hash, reason, ...stepUp }),
  missing('POST /collection_method/customer_models_change/effect', swap),
  missing('POST /collection_method/customer_models_change/{id}/undo', { ...hash, reason, ...stepUp }),
  missing('POST /collection_method/customer_models_change/{id}/undo/effect', {}),
];
