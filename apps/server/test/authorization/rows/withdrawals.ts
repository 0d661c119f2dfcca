import { grid, only } from '../table.ts';
import type { Row } from '../table.ts';
import {
  absent,
  fileTypeRefused,
  noPaymentPassword,
  platform,
  platformAndAgent,
  reason,
  stepUp,
  unchangedState,
} from './vocabulary.ts';

/** It is the platform's bank that pays: nobody else decides, though a senior agent sees what his tree applied for. */
const decide = grid(`
                own  beside  other  absent
  admin         ok   ok      ok     404
  manager       ok   ok      ok     404
  staff         no   no      no     no
  agent         no   no      404    404
  agentStaff    no   no      no     no
  subAgent      no   no      no     no
  middleman     no   no      no     no
  merchant      no   no      no     no
  subWithout    no   no      no     no
  subWith       no   no      no     no
  impersonated  no   no      no     no`);

const houseAlone = grid(`
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

/** What an owner does with what is his own. */
const ofOneself = grid(`
                own  beside  other  absent
  admin         no   no      no     no
  manager       no   no      no     no
  staff         no   no      no     no
  agent         404  404     404    404
  agentStaff    no   no      no     no
  subAgent      404  404     404    404
  middleman     404  404     404    404
  merchant      ok   404     404    404
  subWithout    no   no      no     no
  subWith       ok   404     404    404
  impersonated  no   no      no     no`);

/** The rules and prices of owners below: of the whole platform, or of one's own tree. */
const ofOwnersBelow = grid(`
                own  below  beside  above  other  absent
  admin         404  ok     404     -      ok     404
  manager       404  ok     404     404    ok     404
  staff         no   no     no      no     no     no
  agent         404  ok     404     404    404    404
  agentStaff    no   no     no      no     no     no
  subAgent      no   no     no      no     no     no
  middleman     no   no     no      no     no     no
  merchant      no   no     no      no     no     no
  subWithout    no   -      no      no     no     no
  subWith       no   -      no      no     no     no
  impersonated  no   no     no      no     no     no`);

/** A price that a senior agent set. */
const priceOfTree = grid(`
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

const applicants = 'agent subAgent middleman merchant subWith';
const incomplete = 21_400;
const wanted = { account_id: '999999999999', amount: '1', currency: 'TWD' };
const price = { pct: '0', fixed: '0', mode: 'inside' };
const rule = {
  min: null,
  max: null,
  daily_amount: null,
  daily_count: null,
  per_card_daily: null,
  card_usage_limit: null,
  window: null,
  holidays_closed: null,
  auto_approve_max: null,
  settle_accounts_max: null,
};

export const withdrawalRows: readonly Row[] = [
  {
    call: 'POST /withdraws/list/search',
    about: 'withdrawalList',
    expects: only('admin manager staff agent agentStaff subAgent middleman merchant subWith impersonated'),
    sends: () => ({}),
  },
  { call: 'POST /withdraws/list/{id}/take', about: 'withdrawal', expects: decide, sends: () => ({}) },
  {
    call: 'POST /withdraws/list/{id}/release',
    about: 'withdrawal',
    expects: decide,
    passes: unchangedState,
    sends: () => ({}),
  },
  {
    call: 'POST /withdraws/list/{id}/remark',
    about: 'withdrawal',
    expects: decide,
    sends: () => ({ remarks: 'as the table asks' }),
  },
  ...['update', 'approve', 'reject', 'reverse'].map((act): Row => ({
    call: `POST /withdraws/list/{id}/${act}`,
    about: 'withdrawal',
    expects: decide,
    passes: noPaymentPassword,
    sends: () => ({ reason, ...stepUp, ...(act === 'approve' && { third_party_no: 'T1' }) }),
  })),
  {
    call: 'POST /withdraws/slips',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: fileTypeRefused,
    sends: () => ({ this: 'is no picture' }),
  },
  {
    call: 'GET /withdraws/slips/{hash}',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: absent,
    names: { hash: '0'.repeat(64) },
  },
  {
    call: 'POST /withdraws/list/{id}/reveal',
    about: 'withdrawal',
    expects: houseAlone,
    passes: noPaymentPassword,
    sends: () => ({ reason, ...stepUp }),
  },
  {
    call: 'GET /withdraws/apply/bank_acc',
    about: 'nothing',
    expects: only(`${applicants} impersonated`),
  },
  {
    call: 'POST /withdraws/apply/bank_acc',
    about: 'nothing',
    expects: only(applicants),
    passes: incomplete,
    sends: () => ({ type: 'bank', currency: 'TWD' }),
  },
  { call: 'DELETE /withdraws/apply/bank_acc/{id}', about: 'withdrawAccount', expects: ofOneself },
  {
    call: 'POST /withdraws/apply/bank_acc/{id}/verify',
    about: 'withdrawAccount',
    expects: houseAlone,
    passes: noPaymentPassword,
    sends: () => ({ reason, ...stepUp, accept: true }),
  },
  { call: 'GET /withdraws/apply/funds', about: 'nothing', expects: only(applicants) },
  {
    call: 'POST /withdraws/apply/effect',
    about: 'nothing',
    expects: only(applicants),
    passes: absent,
    sends: () => wanted,
  },
  {
    call: 'POST /withdraws/apply',
    about: 'nothing',
    expects: only(applicants),
    passes: noPaymentPassword,
    sends: () => ({ ...wanted, ...stepUp, effect_hash: 'none' }),
  },
  {
    call: 'POST /withdraws/apply/{id}/cancel',
    about: 'withdrawal',
    expects: ofOneself,
    sends: () => ({}),
  },
  { call: 'GET /withdraws/setting', about: 'nothing', expects: only(platformAndAgent) },
  { call: 'GET /withdraws/setting/accounts', about: 'nothing', expects: only(platformAndAgent) },
  {
    call: 'PUT /withdraws/setting/{id}',
    about: 'user',
    expects: ofOwnersBelow,
    passes: noPaymentPassword,
    sends: () => ({ ...rule, currency: 'TWD', version: 0, reason, ...stepUp }),
  },
  {
    call: 'DELETE /withdraws/setting/{id}',
    about: 'user',
    expects: ofOwnersBelow,
    passes: noPaymentPassword,
    sends: () => ({ currency: 'TWD', version: 1, reason, ...stepUp }),
  },
  {
    call: 'POST /withdraws/setting/clearCardUsage',
    about: 'nothing',
    expects: only(platform),
    passes: noPaymentPassword,
    sends: () => ({ card_no: '123456', reason, ...stepUp }),
  },
  { call: 'GET /withdraws/config', about: 'nothing', expects: only(platform) },
  {
    call: 'PUT /withdraws/config',
    about: 'nothing',
    expects: only(platform),
    passes: noPaymentPassword,
    sends: () => ({
      role: 'customer',
      currency: 'TWD',
      version: 1,
      reason,
      ...stepUp,
      min: '0',
      max: '0',
      daily_amount: '0',
      daily_count: 0,
      per_card_daily: '0',
      card_usage_limit: 0,
      window: [],
      holidays_closed: false,
      auto_approve_max: '0',
      settle_accounts_max: 10,
      account_rest_h: 24,
      rate_lock_s: 86_400,
      two_factor_required: true,
    }),
  },
  {
    call: 'PUT /settings/holidays',
    about: 'nothing',
    expects: only(platform),
    passes: noPaymentPassword,
    sends: () => ({ holidays: [], reason, ...stepUp }),
  },
  {
    call: 'GET /withdraws/fee',
    about: 'nothing',
    expects: only('admin manager agent merchant subWith impersonated'),
  },
  {
    call: 'POST /withdraws/fee',
    about: 'user',
    expects: ofOwnersBelow,
    passes: noPaymentPassword,
    sends: ({ id }) => ({ user_id: id, currency: 'TWD', type: 'bank', ...price, reason, ...stepUp }),
  },
  {
    call: 'PUT /withdraws/fee/{id}',
    about: 'withdrawFee',
    expects: priceOfTree,
    passes: noPaymentPassword,
    sends: () => ({ ...price, version: 1, reason, ...stepUp }),
  },
  {
    call: 'DELETE /withdraws/fee/{id}',
    about: 'withdrawFee',
    expects: priceOfTree,
    passes: noPaymentPassword,
    sends: () => ({ version: 1, reason, ...stepUp }),
  },
];
