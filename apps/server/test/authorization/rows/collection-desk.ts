import { grid, only } from '../table.ts';
import type { Row } from '../table.ts';
import { noPaymentPassword, platformAndAgent, reason, stepUp } from './vocabulary.ts';

/** Rules of merchants: the platform's to set, and a senior agent's in his tree. */
const rules = grid(`
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

/** Orders are kept to oneself by the platform's people; by others with permission alone. */
const keep = grid(`
                own  beside  other  absent
  admin         ok   ok      ok     404
  manager       ok   ok      ok     404
  staff         no   no      no     no
  agent         no   no      no     no
  agentStaff    no   no      no     no
  subAgent      no   no      no     no
  middleman     no   no      no     no
  merchant      no   no      no     no
  subWithout    no   no      no     no
  subWith       no   no      no     no
  impersonated  no   no      no     no`);

/** Nothing of one's own. */
const unset = {
  v: 0,
  expires_in_s: null,
  same_name: { minutes: null, count: null },
  late_payment: null,
  callback: { delays_s: null, hold_after_8h: null },
  ring_new_orders: null,
  tolerance: null,
};
const stale = 20_412;

/** The register of private transfers: whoever has orders, but general agents and those without permission. */
const remove = grid(`
                own  beside  other  absent
  admin         ok   ok      ok     404
  manager       ok   ok      ok     404
  staff         no   no      no     no
  agent         ok   ok      404    404
  agentStaff    no   no      no     no
  subAgent      no   no      no     no
  middleman     no   no      no     no
  merchant      ok   404     404    404
  subWithout    no   no      no     no
  subWith       ok   404     404    404
  impersonated  no   no      no     no`);
const owners = 'admin manager agent merchant subWith';
const transfer = { real_name: 'Wang', last5: '12345', amount: '1', paid_at: '2026-01-31T08:00:00Z' };

export const collectionDeskRows: readonly Row[] = [
  {
    call: 'GET /collection/setting',
    about: 'merchant',
    expects: rules,
    sends: ({ id }) => ({ user_id: id }),
  },
  {
    call: 'PUT /collection/setting',
    about: 'merchant',
    expects: rules,
    // Nobody has set anything: version 7 was never there.
    passes: stale,
    sends: ({ id }) => ({ ...unset, v: 7, user_id: id }),
  },
  {
    call: 'GET /collection/setting/rings',
    about: 'nothing',
    expects: only('admin manager staff agent agentStaff subAgent merchant subWith impersonated'),
  },
  ...(['testSupply', 'abnormal'] as const).flatMap((act): Row[] => [
    {
      call: `POST /collection/transactions/{id}/${act}/effect`,
      about: 'lockable',
      expects: keep,
      // No order of the cast is a test.
      ...(act === 'testSupply' && { passes: 21_008 }),
      sends: () => ({}),
    },
    {
      call: `POST /collection/transactions/{id}/${act}`,
      about: 'order',
      expects: keep,
      passes: noPaymentPassword,
      sends: () => ({ reason, ...stepUp, effect_hash: 'none' }),
    },
  ]),
  { call: 'GET /collection/setting/locked', about: 'nothing', expects: only(platformAndAgent) },
  {
    call: 'POST /collection/setting/clearCardUsage',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: noPaymentPassword,
    sends: () => ({ reason, ...stepUp }),
  },
  {
    call: 'POST /collection/setting/unlockOrders',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: noPaymentPassword,
    sends: () => ({ order_ids: ['1'], reason, ...stepUp }),
  },
  { call: 'GET /collection/private', about: 'nothing', expects: only(`${owners} impersonated`) },
  {
    call: 'POST /collection/private/search',
    about: 'nothing',
    expects: only(`${owners} impersonated`),
    sends: () => ({}),
  },
  { call: 'POST /collection/private/check', about: 'nothing', expects: only(owners), sends: () => transfer },
  {
    call: 'POST /collection/private',
    about: 'merchant',
    expects: remove,
    sends: ({ id }) => ({ ...transfer, customer_id: id }),
  },
  { call: 'DELETE /collection/private/{id}', about: 'privateTransfer', expects: remove },
  { call: 'POST /collection/transactions/{id}/lock', about: 'lockable', expects: keep, sends: () => ({}) },
  {
    call: 'POST /collection/transactions/{id}/unlock',
    about: 'order',
    expects: keep,
    passes: 21_003,
    sends: () => ({}),
  },
];
