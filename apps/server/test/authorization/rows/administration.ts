import { anySession, everybody, grid, only } from '../table.ts';
import type { Row } from '../table.ts';
import {
  absent,
  demoAlone,
  fileTypeRefused,
  invalid,
  noPaymentPassword,
  platform,
  platformAndAgent,
  reason,
  stale,
  stepUp,
  unchangedState,
} from './vocabulary.ts';

/** What waits in one's own tree, and in another's. Deciding proves the person first, so a code says nothing of the row. */
const decide = grid(`
                own  other  absent
  admin         ok   ok     ok
  manager       ok   ok     ok
  staff         no   no     no
  agent         ok   ok     ok
  agentStaff    no   no     no
  subAgent      no   no     no
  middleman     no   no     no
  merchant      no   no     no
  subWithout    no   no     no
  subWith       no   no     no
  impersonated  no   no     no`);

/** Refusing takes no code: the tree decides, and whether he is a second person. */
const refuse = grid(`
                own   other  absent
  admin         ok    ok     404
  manager       ok    ok     404
  staff         no    no     no
  agent         ok    404    404
  agentStaff    no    no     no
  subAgent      no    no     no
  middleman     no    no     no
  merchant      no    no     no
  subWithout    no    no     no
  subWith       no    no     no
  impersonated  no    no     no
  ownerOfMaker  same  same   404
  madeByMaker   same  same   404`);

/** One's own alone is taken back, whatever one may decide; nobody takes back in another's name. */
const takeBack = grid(`
                own     below   beside  above   other   absent
  admin         ok      404     404     -       404     404
  manager       ok      404     404     404     404     404
  staff         ok      404     404     404     404     404
  agent         ok      404     404     404     404     404
  agentStaff    ok      404     404     404     404     404
  subAgent      ok      404     404     404     404     404
  middleman     ok      404     404     404     404     404
  merchant      ok      404     404     404     404     404
  subWithout    ok      -       404     404     404     404
  subWith       ok      -       404     404     404     404
  impersonated  acting  acting  acting  acting  acting  acting`);

const approvals: readonly Row[] = [
  { call: 'GET /admin/approvals', about: 'nothing', expects: only(platformAndAgent) },
  { call: 'GET /admin/wall', about: 'nothing', expects: only(platformAndAgent) },
  {
    call: 'POST /admin/approvals/{id}/approve',
    about: 'approval',
    expects: decide,
    passes: noPaymentPassword,
    sends: () => stepUp,
  },
  {
    call: 'POST /admin/approvals/{id}/refuse',
    about: 'approval',
    expects: refuse,
    sends: () => ({ reason }),
  },
  { call: 'GET /admin/approvals/policy', about: 'nothing', expects: only(platform) },
  {
    call: 'POST /admin/approvals/policy',
    about: 'nothing',
    expects: only(platform),
    passes: noPaymentPassword,
    sends: () => ({
      agent_id: null,
      act: null,
      currency: 'TWD',
      threshold: '50000',
      was: '100000.0000',
      reason,
      ...stepUp,
    }),
  },
  { call: 'POST /admin/approvals/{id}/withdraw', about: 'submission', expects: takeBack },
];

const span = () => ({ from: '2026-01-01T00:00:00Z', to: '2026-01-08T00:00:00Z' });

/** Nothing of the kind is there: whoever may ask is told so. */
const revoke = grid(`
                absent
  admin         404
  manager       404
  staff         no
  agent         no
  agentStaff    no
  subAgent      no
  middleman     no
  merchant      no
  subWithout    no
  subWith       no
  impersonated  no`);

const alert = {
  name: 'Ours',
  metric: 'callback_backlog',
  scope: null,
  bound: 'over',
  mark: '5',
  min_orders: 1,
  window_min: 30,
  cool_down_min: 10,
  via: ['bell'],
  url: null,
  enabled: true,
};

const alerts: readonly Row[] = [
  { call: 'GET /alertRules', about: 'nothing', expects: only(platform) },
  { call: 'POST /alertRules', about: 'nothing', expects: only(platform), sends: () => alert },
  {
    call: 'PUT /alertRules/{id}',
    about: 'tenant',
    expects: revoke,
    sends: () => ({ ...alert, version: 999 }),
  },
  { call: 'DELETE /alertRules/{id}', about: 'tenant', expects: revoke },
];

const logs: readonly Row[] = [
  { call: 'GET /admin/operationLogs', about: 'nothing', expects: only(platform) },
  { call: 'GET /admin/operationLogs/proofs', about: 'nothing', expects: only(platform) },
  {
    call: 'POST /admin/operationLogs/verify',
    about: 'nothing',
    expects: only(platform),
    sends: () => ({}),
  },
  { call: 'GET /admin/log', about: 'nothing', expects: only(platform) },
  {
    call: 'GET /admin/log/{direction}/{id}',
    about: 'tenant',
    expects: revoke,
    names: { direction: 'merchant_in' },
  },
  { call: 'GET /admin/loginlogs', about: 'nothing', expects: only(platformAndAgent) },
  { call: 'GET /admin/operationAnalysis', about: 'nothing', expects: only(platform), sends: span },
];

/** Grants and live sessions of those who act for others: the platform's alone. */
const shadow: readonly Row[] = [
  { call: 'GET /shadowUsers/grants', about: 'nothing', expects: only(platform) },
  { call: 'GET /shadowUsers/sessions', about: 'nothing', expects: only(platform) },
  {
    call: 'POST /shadowUsers/grants',
    about: 'tenant',
    expects: only(platform),
    passes: noPaymentPassword,
    sends: ({ person }) => ({
      grantee: person('manager2'),
      target: person('A.merchant'),
      read_only: true,
      days: 1,
      reason,
      ...stepUp,
    }),
  },
  { call: 'DELETE /shadowUsers/grants/{id}', about: 'tenant', expects: revoke },
  { call: 'DELETE /shadowUsers/sessions/{id}', about: 'session', expects: revoke },
];

/** The clock stands still in production; here it may be moved, by the platform. */
const operations: readonly Row[] = [
  { call: 'GET /admin/operate/clock', about: 'nothing', expects: anySession },
  {
    call: 'POST /admin/operate/clock',
    about: 'nothing',
    expects: only(platform),
    sends: () => ({ by_ms: 1 }),
  },
  { call: 'GET /admin/backup', about: 'nothing', expects: only('admin') },
  // The database of the tests is not this server's to copy.
  {
    call: 'POST /admin/backup',
    about: 'nothing',
    expects: only('admin'),
    passes: unchangedState,
    sends: () => ({}),
  },
  {
    call: 'POST /admin/backup/{id}/verify',
    about: 'nothing',
    expects: only('admin'),
    passes: unchangedState,
    names: { id: '1' },
  },
  {
    call: 'POST /admin/backup/{id}/ticket',
    about: 'nothing',
    expects: only('admin'),
    passes: unchangedState,
    sends: () => ({ reason, ...stepUp }),
    names: { id: '1' },
  },
  // Its ticket is the right to it; without one there is nothing.
  { call: 'GET /backup', about: 'nothing', expects: everybody, passes: absent },
  {
    call: 'PUT /admin/backup/schedule',
    about: 'nothing',
    expects: only('admin'),
    passes: unchangedState,
    sends: () => ({ at: null, keep: 7, version: 1 }),
  },
  { call: 'GET /reconciliation/days', about: 'nothing', expects: only(platformAndAgent) },
  {
    call: 'POST /reconciliation/days/{account}/{day}/close',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: noPaymentPassword,
    names: { account: '1', day: '2026-01-01' },
    sends: () => ({ reason, ...stepUp }),
  },
  {
    call: 'POST /reconciliation/days/{account}/{day}/match',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: absent,
    names: { account: '1', day: '2026-01-01' },
    sends: () => ({}),
  },
  {
    call: 'POST /reconciliation/imports',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: invalid,
    sends: () => ({ this: 'is no statement' }),
  },
  {
    call: 'GET /reconciliation/imports/{id}',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: absent,
    names: { id: '1' },
  },
  {
    call: 'GET /reconciliation/accounts/{account}/standings',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: absent,
    names: { account: '999999999999' },
  },
  {
    call: 'GET /reconciliation/accounts/{account}/mapping',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: absent,
    names: { account: '999999999999' },
  },
  {
    call: 'PUT /reconciliation/mappings/{provider}',
    about: 'nothing',
    expects: only(platform),
    passes: absent,
    names: { provider: '999999999999' },
    sends: () => ({ titles: {}, version: 7 }),
  },
  { call: 'GET /reconciliation/differences', about: 'nothing', expects: only(platformAndAgent) },
  {
    call: 'POST /reconciliation/differences/{id}/assign',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: absent,
    names: { id: '1' },
    sends: () => ({ mine: true }),
  },
  {
    call: 'POST /reconciliation/differences/{id}/comment',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: absent,
    names: { id: '1' },
    sends: () => ({ text: 'asked the bank' }),
  },
  {
    call: 'POST /reconciliation/differences/{id}/resolve/effect',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: absent,
    names: { id: '1' },
    sends: () => ({ act: 'dismiss' }),
  },
  {
    call: 'POST /reconciliation/differences/{id}/resolve',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: absent,
    names: { id: '1' },
    sends: () => ({ act: 'dismiss', effect_hash: 'none', reason, ...stepUp }),
  },
  { call: 'GET /maintenance', about: 'nothing', expects: everybody },
  { call: 'GET /admin/operate', about: 'nothing', expects: only(platform) },
  {
    call: 'PUT /admin/operate',
    about: 'nothing',
    expects: only(platform),
    passes: noPaymentPassword,
    sends: () => ({ maintenance: null, paused: [], version: 1, reason, ...stepUp }),
  },
  {
    call: 'POST /admin/operate/jobs/{name}/run',
    about: 'nothing',
    expects: only(platform),
    // Nothing runs by the clock here.
    passes: unchangedState,
    names: { name: 'ledger.prove' },
    sends: () => ({ reason, ...stepUp }),
  },
  { call: 'GET /admin/operate/archive', about: 'nothing', expects: only(platform) },
  {
    call: 'PUT /admin/operate/archive',
    about: 'nothing',
    expects: only(platform),
    passes: noPaymentPassword,
    sends: () => ({ online_days: 400, exchange_days: 0, version: 1, reason, ...stepUp }),
  },
  {
    call: 'POST /admin/operate/unlockOrders',
    about: 'nothing',
    expects: only(platform),
    passes: noPaymentPassword,
    sends: () => ({ order_ids: ['1'], reason, ...stepUp }),
  },
  {
    call: 'POST /admin/operate/clearCardUsage',
    about: 'nothing',
    expects: only(platform),
    passes: noPaymentPassword,
    sends: () => ({ card_no: '1', scope: 'payout', reason, ...stepUp }),
  },
  // No demo is served here.
  { call: 'POST /demo/startOver', about: 'nothing', expects: only(platform), passes: demoAlone },
];

const everyMerchant = { roles: ['customer'], agent_id: null, users: [] };

const messages: readonly Row[] = [
  { call: 'GET /admin/pushSystemMsg', about: 'nothing', expects: only(platform) },
  {
    call: 'POST /admin/pushSystemMsg/audience',
    about: 'nothing',
    expects: only(platform),
    sends: () => everyMerchant,
  },
  {
    call: 'POST /admin/pushSystemMsg',
    about: 'nothing',
    expects: only(platform),
    sends: () => ({
      ...everyMerchant,
      title: 'As the table asks',
      content: 'Nothing happened.',
      level: 'info',
      color: 'blue',
      sound: false,
    }),
  },
];

/** Title and logo of one's own tree, and of another senior agent's; an id that is nobody's is no proxy's. */
const ownOem = grid(`
                own  other  absent
  admin         ok   ok     premium
  manager       ok   ok     premium
  staff         no   no     no
  agent         ok   404    404
  agentStaff    no   no     no
  subAgent      no   no     no
  middleman     no   no     no
  merchant      no   no     no
  subWithout    no   no     no
  subWith       no   no     no
  impersonated  no   no     no`);

const oem: readonly Row[] = [
  { call: 'GET /settings/oem', about: 'tenant', expects: ownOem, sends: ({ id }) => ({ agent_id: id }) },
  {
    call: 'PUT /settings/oem',
    about: 'tenant',
    expects: ownOem,
    passes: stale,
    sends: ({ id }) => ({
      app_name: 'As the table asks',
      logo: '',
      color: '',
      domain: '',
      agent_id: id,
      version: 99,
    }),
  },
  {
    call: 'POST /settings/oem/logo',
    about: 'nothing',
    expects: only(platformAndAgent),
    passes: fileTypeRefused,
    sends: () => ({ this: 'is no picture' }),
  },
  // The picture itself is for everybody who knows its hash: the sign-in page shows it.
  {
    call: 'GET /branding/logo/{hash}',
    about: 'nothing',
    expects: everybody,
    passes: absent,
    names: { hash: '0'.repeat(64) },
  },
];

/** Keys belong to merchants: to everybody else who may read the API documents there are none. Whoever acts for a merchant reads none. */
const ownKeys = grid(`
                own
  admin         404
  manager       404
  staff         no
  agent         404
  agentStaff    no
  subAgent      no
  middleman     no
  merchant      ok
  subWithout    no
  subWith       ok
  impersonated  no`);

/** Changing one finds it or proves the person first; whoever acts for a merchant never gets that far. */
const changeKeys = grid(`
                own
  admin         404
  manager       404
  staff         no
  agent         404
  agentStaff    no
  subAgent      no
  middleman     no
  merchant      ok
  subWithout    no
  subWith       ok
  impersonated  no`);

const keys: readonly Row[] = [
  { call: 'GET /apiKeys', about: 'nothing', expects: ownKeys },
  {
    call: 'POST /apiKeys',
    about: 'nothing',
    expects: changeKeys,
    passes: noPaymentPassword,
    sends: () => ({ is_test: false, scopes: ['read'], ip_allowlist: [], ...stepUp }),
  },
  {
    call: 'POST /apiKeys/{id}/rotate',
    about: 'nothing',
    expects: changeKeys,
    passes: absent,
    names: { id: '1' },
    sends: () => stepUp,
  },
  {
    call: 'POST /apiKeys/{id}/revoke',
    about: 'nothing',
    expects: changeKeys,
    passes: noPaymentPassword,
    names: { id: '1' },
    sends: () => ({ reason, ...stepUp }),
  },
  {
    call: 'PUT /apiKeys/{id}/ipAllowlist',
    about: 'nothing',
    expects: changeKeys,
    passes: absent,
    names: { id: '1' },
    sends: () => ({ ip_allowlist: ['203.0.113.7'], ...stepUp }),
  },
  {
    call: 'POST /apiKeys/webhookSecret/rotate',
    about: 'nothing',
    expects: changeKeys,
    passes: noPaymentPassword,
    sends: () => stepUp,
  },
  {
    call: 'POST /apiKeys/legacySecret/rotate',
    about: 'nothing',
    expects: changeKeys,
    passes: noPaymentPassword,
    sends: () => stepUp,
  },
  {
    call: 'POST /apiFile/callback',
    about: 'nothing',
    expects: changeKeys,
    passes: invalid,
    // That form tells of no payouts: whoever is let in is told so before anything is sent.
    sends: () => ({ type: 'payout.paid', form: 'epay' }),
  },
];

export const administrationRows: readonly Row[] = [
  ...approvals,
  ...alerts,
  ...logs,
  ...shadow,
  ...operations,
  ...messages,
  ...oem,
  ...keys,
];
