import { anySession, grid, only } from '../table.ts';
import type { Row } from '../table.ts';
import {
  absent,
  invalid,
  fileTypeRefused,
  inside,
  noPaymentPassword,
  platform,
  platformAndAgent,
  reason,
  stepUp,
} from './vocabulary.ts';

/** An order of a merchant of one's tree, of another merchant of the same senior agent, of another senior agent. */
const seeOrder = grid(`
                own  beside  other  absent
  admin         ok   ok      ok     404
  manager       ok   ok      ok     404
  staff         ok   ok      ok     404
  agent         ok   ok      404    404
  agentStaff    ok   ok      404    404
  subAgent      ok   404     404    404
  middleman     no   no      no     no
  merchant      ok   404     404    404
  subWithout    no   no      no     no
  subWith       ok   404     404    404
  impersonated  ok   404     404    404`);

/** Payouts are decided by the platform and by the senior agent whose channels they go by; never in another's name. */
const decidePayout = grid(`
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

/** Whom a payout pays in full: the platform's from the start, others' by permission alone. */
const revealPayee = grid(`
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

/** The orders of the cast brought no address: whoever may send is told that there is none. */
const sendCallback = grid(`
                own  beside  other  absent
  admin         ok   ok      ok     404
  manager       ok   ok      ok     404
  staff         ok   ok      ok     404
  agent         ok   ok      404    404
  agentStaff    ok   ok      404    404
  subAgent      no   no      no     no
  middleman     no   no      no     no
  merchant      ok   404     404    404
  subWithout    no   no      no     no
  subWith       ok   404     404    404
  impersonated  ok   404     404    404`);
/** Whatever two persons of the platform alone may say. */
const platformDecides = grid(`
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
/** The payouts of the cast had no money to begin with: there is nothing left to decide. */
const ended = 21_001;
const notHeld = 21_003;
const noAddress = 21_500;
const nothingSent = 21_502;

/** Who did what to an order is for the platform and the senior agent, whose people it names. */
const seeHistory = grid(`
                own  beside  other  absent
  admin         ok   ok      ok     404
  manager       ok   ok      ok     404
  staff         ok   ok      ok     404
  agent         ok   ok      404    404
  agentStaff    ok   ok      404    404
  subAgent      404  404     404    404
  middleman     no   no      no     no
  merchant      404  404     404    404
  subWithout    no   no      no     no
  subWith       404  404     404    404
  impersonated  404  404     404    404`);

/** Everybody makes orders for the merchants of his own tree. */
const makeByHand = grid(`
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
  impersonated  ok   404     404    404`);

const seers = 'admin manager staff agent agentStaff subAgent merchant subWith impersonated';

/** All tenants at once: the platform’s own. */
const seeAnyOrder = grid(`
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
const allOrders = (['collections', 'payment'] as const).flatMap((screen): Row[] => [
  { call: `POST /admin/${screen}/search`, about: 'nothing', expects: only(platform), sends: () => ({}) },
  {
    call: `POST /admin/${screen}/live`,
    about: 'nothing',
    expects: only(platform),
    sends: () => ({ ids: ['1'] }),
  },
  {
    call: `GET /admin/${screen}/{id}`,
    about: screen === 'collections' ? 'order' : 'payout',
    expects: seeAnyOrder,
  },
]);

const collections: readonly Row[] = [
  ...allOrders,
  { call: 'POST /collection/transactions/search', about: 'nothing', expects: only(seers), sends: () => ({}) },
  {
    call: 'POST /collection/transactions/live',
    about: 'nothing',
    expects: only(seers),
    sends: () => ({ ids: ['1'] }),
  },
  {
    call: 'POST /names/{kind}/search',
    about: 'nothing',
    expects: only(seers),
    names: { kind: 'customer' },
    sends: () => ({}),
  },
  { call: 'GET /collection/transactions/{id}', about: 'order', expects: seeOrder },
  {
    call: 'POST /collection/transactions/{id}/reissue',
    about: 'order',
    expects: sendCallback,
    passes: nothingSent,
    sends: () => ({}),
  },
  {
    call: 'POST /collection/transactions/{id}/callback',
    about: 'order',
    expects: sendCallback,
    passes: noAddress,
    sends: () => ({}),
  },
  {
    call: 'GET /collection/create/methods',
    about: 'merchant',
    expects: makeByHand,
    sends: ({ id }) => ({ customer_id: id }),
  },
  {
    call: 'POST /collection/create',
    about: 'merchant',
    expects: makeByHand,
    sends: ({ id }) => ({ customer_id: id, amount: '100', currency: 'TWD' }),
  },
  {
    call: 'POST /collection/transactions/bulk',
    about: 'nothing',
    expects: only(platform),
    passes: noPaymentPassword,
    sends: () => ({ act: 'abnormal', ids: ['1'], reason, ...stepUp }),
  },
  { call: 'GET /collection/transactions/{id}/supply', about: 'order', expects: platformDecides },
  {
    call: 'POST /collection/transactions/{id}/supply/effect',
    about: 'lockable',
    expects: platformDecides,
    sends: () => ({ amount: '100', source: 'goodwill' }),
  },
  {
    call: 'POST /collection/transactions/{id}/supply',
    about: 'lockable',
    expects: platformDecides,
    passes: noPaymentPassword,
    sends: () => ({ amount: '100', source: 'goodwill', effect_hash: 'none', reason, ...stepUp }),
  },
  { call: 'GET /claimOrder', about: 'nothing', expects: only(platformAndAgent) },
  { call: 'POST /claimOrder/{id}/claim', about: 'receipt', expects: platformDecides },
  { call: 'POST /claimOrder/{id}/release', about: 'receipt', expects: platformDecides, passes: notHeld },
  { call: 'GET /claimOrder/{id}/candidates', about: 'receipt', expects: platformDecides },
  {
    call: 'POST /claimOrder/{id}/match/effect',
    about: 'receipt',
    expects: platformDecides,
    // Of an order that nobody has.
    passes: absent,
    sends: () => ({ order_id: '999999999', amount: '1' }),
  },
  {
    call: 'POST /claimOrder/{id}/match',
    about: 'receipt',
    expects: platformDecides,
    passes: noPaymentPassword,
    sends: () => ({ order_id: '999999999', amount: '1', effect_hash: 'none', reason, ...stepUp }),
  },
  ...['sendBack', 'restore'].map((act): Row => ({
    call: `POST /claimOrder/{id}/${act}`,
    about: 'receipt',
    expects: platformDecides,
    passes: noPaymentPassword,
    sends: () => ({
      reason,
      ...stepUp,
      ...(act === 'sendBack' && { provider_order_no: 'as the table asks' }),
    }),
  })),
  {
    call: 'POST /claimOrder/files',
    about: 'nothing',
    expects: only(platform),
    passes: invalid,
    sends: () => ({ this: 'is no statement' }),
  },
  {
    call: 'GET /claimOrder/files/{id}',
    about: 'nothing',
    expects: only(platform),
    passes: absent,
    names: { id: '999999999' },
  },
  {
    call: 'POST /claimOrder/files/{id}/take',
    about: 'nothing',
    expects: only(platform),
    passes: absent,
    names: { id: '999999999' },
    sends: () => ({ reason, ...stepUp }),
  },
  { call: 'GET /collection/transactions/{id}/refund', about: 'order', expects: platformDecides },
  {
    call: 'POST /collection/transactions/{id}/refund',
    about: 'order',
    expects: platformDecides,
    passes: noPaymentPassword,
    sends: () => ({ confirm: '000000', reason, ...stepUp }),
  },
  {
    call: 'POST /collection/transactions/bulkRefund',
    about: 'nothing',
    expects: only(platform),
    passes: noPaymentPassword,
    sends: () => ({ ids: ['1'], confirm: '1', reason, ...stepUp }),
  },
  {
    call: 'POST /collection/revert/search',
    about: 'nothing',
    expects: only(platformAndAgent),
    sends: () => ({}),
  },
  ...['send', 'confirm', 'fail', 'retry', 'close'].map((act): Row => ({
    call: `POST /collection/revert/{id}/${act}`,
    about: 'refund',
    expects: platformDecides,
    passes: noPaymentPassword,
    sends: () => ({
      reason,
      ...stepUp,
      ...(act === 'confirm' && { provider_order_no: 'as the table asks' }),
    }),
  })),
  {
    call: 'POST /collection/revert/chargeBack',
    about: 'nothing',
    expects: only(platform),
    passes: absent,
    sends: () => ({ order_no: 'C2611220000000', provider_order_no: 'CB-1', reason, ...stepUp }),
  },
  {
    call: 'POST /collection/revert/{id}/winBack',
    about: 'refund',
    expects: only(platform),
    passes: noPaymentPassword,
    sends: () => ({ provider_order_no: 'CW-1', reason, ...stepUp }),
  },
  { call: 'GET /counter/day', about: 'nothing', expects: only('agent merchant subWith impersonated') },
  { call: 'POST /payment/transactions/search', about: 'nothing', expects: only(seers), sends: () => ({}) },
  {
    call: 'POST /payment/transactions/live',
    about: 'nothing',
    expects: only(seers),
    sends: () => ({ ids: ['1'] }),
  },
  { call: 'GET /payment/transactions/{id}', about: 'payout', expects: seeOrder },
  {
    call: 'POST /payment/transactions/{id}/reissue',
    about: 'payout',
    expects: sendCallback,
    passes: nothingSent,
    sends: () => ({}),
  },
  {
    call: 'POST /payment/transactions/{id}/callback',
    about: 'payout',
    expects: sendCallback,
    passes: noAddress,
    sends: () => ({}),
  },
  {
    call: 'POST /payment/transactions/{id}/lock',
    about: 'payout',
    expects: decidePayout,
    passes: ended,
    sends: () => ({}),
  },
  {
    call: 'POST /payment/transactions/{id}/unlock',
    about: 'payout',
    expects: decidePayout,
    passes: notHeld,
    sends: () => ({}),
  },
  {
    call: 'POST /payment/transactions/{id}/markPaid',
    about: 'payout',
    expects: platformDecides,
    passes: noPaymentPassword,
    sends: () => ({ reason, ...stepUp, third_party_no: 'as the table asks' }),
  },
  {
    call: 'POST /payment/transactions/{id}/transfer',
    about: 'payout',
    expects: platformDecides,
    passes: ended,
    sends: () => ({ reason, ...stepUp, tx_hash: '0'.repeat(64) }),
  },
  {
    call: 'POST /payment/transactions/{id}/notSent',
    about: 'payout',
    expects: platformDecides,
    passes: ended,
    sends: () => ({ reason, ...stepUp, becomes: 'queued' }),
  },
  {
    call: 'POST /payment/slips',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: fileTypeRefused,
    sends: () => ({ this: 'is no picture' }),
  },
  {
    call: 'GET /payment/slips/{hash}',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: absent,
    names: { hash: '0'.repeat(64) },
  },
  ...['dispatch', 'reject', 'reverse', 'reverify', 'switchChannel'].map((act): Row => ({
    call: `POST /payment/transactions/{id}/${act}`,
    about: 'payout',
    expects: decidePayout,
    passes: noPaymentPassword,
    sends: () => ({ reason, ...stepUp, ...(act === 'switchChannel' && { channel_id: '1' }) }),
  })),
  {
    call: 'POST /payment/transactions/{id}/reveal',
    about: 'payout',
    expects: revealPayee,
    passes: noPaymentPassword,
    sends: () => ({ reason, ...stepUp }),
  },
  { call: 'GET /audit/{kind}/{id}', about: 'order', expects: seeHistory, names: { kind: 'collection' } },
];

/** The payer's token is the whole right; without it an order cannot be named. */
const payer = grid(`
                own  absent
  anonymous     ok   404
  expired       ok   404
  apiKey        ok   404
  locked        ok   404
  admin         ok   404
  manager       ok   404
  staff         ok   404
  agent         ok   404
  agentStaff    ok   404
  subAgent      ok   404
  middleman     ok   404
  merchant      ok   404
  subWithout    ok   404
  subWith       ok   404
  impersonated  ok   404`);
/** A page for browsers: whoever opens nothing is led to where it is said. */
const payerPage = grid(`
                own  absent
  anonymous     ok   303
  expired       ok   303
  apiKey        ok   303
  locked        ok   303
  admin         ok   303
  manager       ok   303
  staff         ok   303
  agent         ok   303
  agentStaff    ok   303
  subAgent      ok   303
  middleman     ok   303
  merchant      ok   303
  subWithout    ok   303
  subWith       ok   303
  impersonated  ok   303`);
const methodChosen = 21_305;

const checkout: readonly Row[] = [
  { call: 'GET /checkout/{t}', about: 'token', expects: payer },
  {
    call: 'POST /checkout/{t}/method',
    about: 'token',
    expects: payer,
    sends: () => ({ method: 'bank' }),
  },
  {
    call: 'POST /checkout/{t}/payer',
    about: 'token',
    expects: payer,
    passes: methodChosen,
    sends: () => ({ name: '王大明' }),
  },
  { call: 'POST /checkout/{t}/paid-claim', about: 'token', expects: payer, sends: () => ({}) },
  { call: 'POST /checkout/{t}/cancel', about: 'token', expects: payer, sends: () => ({}) },
  // An order of a provider without a form leads back to its page.
  { call: 'GET /checkout/{t}/form', about: 'token', expects: payerPage, passes: 303 },
];

const accounting: readonly Row[] = [
  { call: 'GET /accounting/changelogs', about: 'nothing', expects: only(inside) },
  { call: 'GET /admin/checkBalance', about: 'nothing', expects: only(platform) },
  { call: 'POST /admin/checkBalance', about: 'nothing', expects: only(platform), sends: () => ({}) },
  { call: 'GET /index/statistics', about: 'nothing', expects: only(inside) },
  { call: 'GET /index/customers', about: 'nothing', expects: only('admin manager agent subAgent') },
  { call: 'GET /index/agents', about: 'nothing', expects: only('admin manager') },
  { call: 'GET /index/general', about: 'nothing', expects: only('admin manager agent') },
  { call: 'GET /index/encryption', about: 'nothing', expects: only('admin manager agent') },
  { call: 'GET /index/stats', about: 'nothing', expects: only('admin manager agent') },
  { call: 'GET /index/stats3', about: 'nothing', expects: only('admin manager agent') },
  { call: 'GET /index/stats5', about: 'nothing', expects: only('admin manager agent') },
  { call: 'GET /index/stats6', about: 'nothing', expects: only('admin manager agent subAgent') },
  { call: 'GET /index/stats7', about: 'nothing', expects: only('admin manager') },
  {
    call: 'GET /index/subagentPaymentFees',
    about: 'nothing',
    expects: only('admin manager agent subAgent'),
  },
  {
    call: 'GET /index/payment',
    about: 'nothing',
    expects: only('admin manager agent merchant subWith impersonated'),
  },
  { call: 'GET /index/workbench', about: 'nothing', expects: only(inside) },
  { call: 'POST /search', about: 'nothing', expects: anySession, sends: () => ({ q: 'somebody' }) },
];

const notifications: readonly Row[] = [
  { call: 'GET /users/notifications', about: 'nothing', expects: only(inside) },
  { call: 'GET /users/notifications/unread', about: 'nothing', expects: only(inside) },
  { call: 'GET /users/notifications/read', about: 'nothing', expects: only(inside) },
  {
    call: 'POST /users/notifications/markAsRead',
    about: 'nothing',
    expects: anySession,
    sends: () => ({ id: 'all' }),
  },
];

export const orderRows: readonly Row[] = [...collections, ...checkout, ...accounting, ...notifications];
