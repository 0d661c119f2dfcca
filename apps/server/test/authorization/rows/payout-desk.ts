import { grid, only } from '../table.ts';
import type { Row } from '../table.ts';
import { absent, noPaymentPassword, platformAndAgent, reason, stale, stepUp } from './vocabulary.ts';

/**
 * A merchant pays out for himself, the platform for any of them; a senior agent whom the platform has not allowed it is told so.
 */
const payOut = grid(`
                own   beside  other  absent
  admin         ok    ok      ok     404
  manager       ok    ok      ok     404
  staff         no    no      no     no
  agent         hand  hand    hand   hand
  agentStaff    no    no      no     no
  subAgent      no    no      no     no
  middleman     no    no      no     no
  merchant      ok    404     404    404
  subWithout    no    no      no     no
  subWith       ok    404     404    404
  impersonated  ok    404     404    404`);

/** The platform's rules, and a senior agent's for his own tree. */
const setRules = grid(`
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

/** The platform's own bank pays. */
const prefund = grid(`
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
/** Whoever decides payouts, where he may pay out too. */
const letBatchGo = grid(`
                own   beside  other  absent
  admin         ok    ok      ok     404
  manager       ok    ok      ok     404
  staff         no    no      no     no
  agent         hand  hand    hand   hand
  agentStaff    no    no      no     no
  subAgent      no    no      no     no
  middleman     no    no      no     no
  merchant      no    no      no     no
  subWithout    no    no      no     no
  subWith       no    no      no     no
  impersonated  no    no      no     no`);

/** The platform has to say for whom. */
const sendFile = grid(`
                own
  admin         fill
  manager       fill
  staff         no
  agent         hand
  agentStaff    no
  subAgent      no
  middleman     no
  merchant      ok
  subWithout    no
  subWith       ok
  impersonated  no`);

const readBalances = 'admin manager agent merchant subWith impersonated';

const clearCards = grid(`
                own  beside  other  absent
  admin         404  404     404    404
  manager       404  404     404    404
  staff         no   no      no     no
  agent         404  404     404    404
  agentStaff    no   no      no     no
  subAgent      no   no      no     no
  middleman     no   no      no     no
  merchant      no   no      no     no
  subWithout    no   no      no     no
  subWith       no   no      no     no
  impersonated  no   no      no     no`);

/** The merchants of the cast have no money: whoever is let in is told how much there is. */
const noMoney = 21_100;
/** The batches of the cast hold nothing. */
const nothingIn = 21_421;
const columnsMissing = 21_420;
const payee = (serial: number) => ({
  account_name: '王小明',
  bank_code: '004',
  card_no: `90${String(serial).padStart(10, '0')}`,
});

export const payoutDeskRows: readonly Row[] = [
  {
    call: 'GET /payment/apply/ways',
    about: 'merchant',
    expects: payOut,
    sends: ({ id }) => ({ customer_id: id }),
  },
  {
    call: 'POST /payment/apply/effect',
    about: 'merchant',
    expects: payOut,
    passes: noMoney,
    sends: ({ id, serial }) => ({ ...payee(serial), customer_id: id, amount: '10' }),
  },
  {
    call: 'POST /payment/apply',
    about: 'merchant',
    expects: payOut,
    passes: noPaymentPassword,
    sends: ({ id, serial }) => ({
      ...payee(serial),
      customer_id: id,
      amount: '10',
      order_no: `CAST-${serial}`,
      effect_hash: '0',
      ...stepUp,
    }),
  },
  {
    call: 'GET /payment/payees',
    about: 'merchant',
    expects: payOut,
    sends: ({ id }) => ({ customer_id: id }),
  },
  {
    call: 'POST /payment/payees',
    about: 'merchant',
    expects: payOut,
    sends: ({ id, serial }) => ({ ...payee(serial), customer_id: id }),
  },
  { call: 'DELETE /payment/payees/{id}', about: 'payee', expects: payOut },
  {
    call: 'POST /payment/apply/batches',
    about: 'nothing',
    expects: sendFile,
    passes: columnsMissing,
    sends: () => ({ this: 'is no file of payouts' }),
  },
  {
    call: 'GET /payment/apply/batches',
    about: 'merchant',
    expects: payOut,
    sends: ({ id }) => ({ customer_id: id }),
  },
  { call: 'GET /payment/apply/batches/{id}', about: 'payoutBatch', expects: payOut },
  {
    call: 'PATCH /payment/apply/batches/{id}',
    about: 'payoutBatch',
    expects: payOut,
    passes: stale,
    sends: () => ({ version: 999, rows: [{ n: 2, amount: '1' }] }),
  },
  {
    call: 'POST /payment/apply/batches/{id}/submit/effect',
    about: 'payoutBatch',
    expects: payOut,
    passes: nothingIn,
    sends: () => ({}),
  },
  {
    call: 'POST /payment/apply/batches/{id}/submit',
    about: 'payoutBatch',
    expects: payOut,
    passes: noPaymentPassword,
    sends: () => ({ effect_hash: '0', ...stepUp }),
  },
  {
    call: 'POST /payment/apply/batches/{id}/dispatch',
    about: 'payoutBatch',
    expects: letBatchGo,
    passes: noPaymentPassword,
    sends: () => ({ reason, ...stepUp }),
  },
  {
    call: 'GET /payment/setting',
    about: 'merchant',
    expects: setRules,
    sends: ({ id }) => ({ user_id: id }),
  },
  {
    call: 'PUT /payment/setting',
    about: 'merchant',
    expects: setRules,
    passes: stale,
    sends: ({ id }) => ({ user_id: id, max: '5', velocity: [], version: 999 }),
  },
  {
    call: 'POST /payment/setting/unlockOrders',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: noPaymentPassword,
    sends: () => ({ order_ids: ['1'], reason, ...stepUp }),
  },
  {
    call: 'POST /payment/setting/clearCardUsage',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: noPaymentPassword,
    sends: () => ({ reason, ...stepUp }),
  },
  {
    call: 'GET /payment/cards',
    about: 'nothing',
    expects: only(platformAndAgent),
  },
  {
    call: 'POST /payment/cards/search',
    about: 'nothing',
    expects: only(platformAndAgent),
    sends: () => ({}),
  },
  {
    call: 'POST /payment/cards',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: absent,
    sends: () => ({
      channel_id: '1',
      account_name: '王小明',
      bank_code: '004',
      card_no: '901122334455',
      limit_count: 1,
      limit_amount: '1',
      enabled: true,
    }),
  },
  {
    call: 'PUT /payment/cards/{id}',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: absent,
    names: { id: '999999999' },
    sends: () => ({ limit_count: 1, limit_amount: '1', enabled: true, version: 1 }),
  },
  {
    call: 'DELETE /payment/cards/{id}',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: absent,
    names: { id: '999999999' },
  },
  // The payouts of the cast had no money: no card was used by any of them.
  {
    call: 'POST /payment/cards/{id}/clear',
    about: 'payout',
    expects: clearCards,
    sends: () => ({ reason, ...stepUp }),
  },
  { call: 'GET /payment/balances', about: 'nothing', expects: only(readBalances) },
  {
    call: 'POST /payment/balances/{id}/refresh',
    about: 'payoutAccount',
    expects: setRules,
    sends: () => ({}),
  },
  {
    call: 'PUT /payment/balances/{id}',
    about: 'payoutAccount',
    expects: setRules,
    passes: stale,
    sends: () => ({ low_water: '1', version: 999 }),
  },
  {
    call: 'POST /payment/balances/{id}/prefund',
    about: 'payoutAccount',
    expects: prefund,
    passes: noPaymentPassword,
    sends: () => ({ amount: '1', transfer_ref: 'FT-1', reason, ...stepUp }),
  },
  {
    call: 'GET /settings/audit',
    about: 'merchant',
    expects: setRules,
    sends: ({ id }) => ({ user_id: id }),
  },
  {
    call: 'PUT /settings/audit',
    about: 'merchant',
    expects: setRules,
    passes: stale,
    sends: ({ id }) => ({
      user_id: id,
      enabled: true,
      url: 'https://shop.example/check',
      key: 'a key of sixteen',
      applies: ['payout'],
      version: 999,
      reason: 'as agreed',
    }),
  },
  {
    call: 'POST /settings/audit/test',
    about: 'merchant',
    expects: setRules,
    passes: absent,
    sends: ({ id }) => ({ user_id: id }),
  },
];
