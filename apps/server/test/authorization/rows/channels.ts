import { anySession, only } from '../table.ts';
import type { Row } from '../table.ts';
import { absent, noPaymentPassword, platform, reason, stepUp } from './vocabulary.ts';

const nobodyAbove = '999999999999';
const limits = {
  name: 'Channel',
  weight: 1,
  min_amount: '100',
  max_amount: '0',
  balance_limit: null,
  daily_amount: '0',
  daily_count: 0,
  windows: [],
  priority: 1,
  integer_only: false,
  needs_payer_name: false,
  enabled: true,
  endpoint_fee: { pct: '1', per_item: '0' },
  reason,
};
const contract = {
  name: 'Contract',
  base_url: 'https://provider.example',
  late_payment: 'credit',
  notify_networks: [],
  reason,
  ...stepUp,
};

/** Keys are the administrators' alone; a senior agent reads his own (domain §7). */
const keyRows = (path: 'agent_collection_key' | 'agent_payment_key'): readonly Row[] => [
  { call: `GET /admin/${path}`, about: 'nothing', expects: only('admin agent') },
  {
    call: `POST /admin/${path}`,
    about: 'nothing',
    expects: only('admin'),
    passes: absent,
    sends: () => ({
      agent_id: nobodyAbove,
      provider: nobodyAbove,
      currency: 'TWD',
      credentials: { secret: 'x' },
      ...contract,
    }),
  },
  {
    call: `PUT /admin/${path}/{id}`,
    about: 'nothing',
    expects: only('admin'),
    passes: absent,
    names: { id: nobodyAbove },
    sends: () => ({ v: 1, enabled: true, ...contract }),
  },
  {
    call: `GET /admin/${path}/{id}/clearing`,
    about: 'nothing',
    expects: only('admin'),
    passes: absent,
    names: { id: nobodyAbove },
  },
  {
    call: `POST /admin/${path}/{id}/settle`,
    about: 'nothing',
    expects: only('admin'),
    passes: absent,
    names: { id: nobodyAbove },
    sends: () => ({ arrived: '1', kept: '0', statement_ref: 'ST-1', reason: 'as agreed', ...stepUp }),
  },
  {
    call: `POST /admin/${path}/{id}/rotate`,
    about: 'nothing',
    expects: only('admin'),
    passes: absent,
    names: { id: nobodyAbove },
    sends: () => ({ v: 1, credentials: { secret: 'x' }, reason, ...stepUp }),
  },
  {
    call: `POST /admin/${path}/{id}/test`,
    about: 'nothing',
    expects: only('admin'),
    passes: absent,
    names: { id: nobodyAbove },
    sends: () => ({}),
  },
];

const which = { agent_id: nobodyAbove, channel_id: nobodyAbove };
const terms = { system_fee: { pct: '0.2', per_item: '0' }, enabled: true };

/** What the platform takes is the platform's to say; a senior agent reads his own. */
const agentRows = (path: 'collection_method' | 'payment_method'): readonly Row[] => [
  { call: `GET /${path}/agents`, about: 'nothing', expects: only(`${platform} agent`) },
  {
    call: `POST /${path}/agents`,
    about: 'nothing',
    expects: only(platform),
    passes: absent,
    sends: () => ({ ...which, ...terms, reason, ...stepUp }),
  },
  {
    call: `POST /${path}/agents/{agent_id}/{channel_id}/effect`,
    about: 'nothing',
    expects: only(platform),
    passes: absent,
    names: which,
    sends: () => ({ v: 1, ...terms }),
  },
  {
    call: `PUT /${path}/agents/{agent_id}/{channel_id}`,
    about: 'nothing',
    expects: only(platform),
    passes: absent,
    names: which,
    sends: () => ({ v: 1, effect_hash: 'x', ...terms, reason, ...stepUp }),
  },
  {
    call: `DELETE /${path}/agents/{agent_id}/{channel_id}`,
    about: 'nothing',
    expects: only(platform),
    passes: noPaymentPassword,
    names: which,
    sends: () => ({ v: 1, reason, ...stepUp }),
  },
];

export const channelRows: readonly Row[] = [
  { call: 'GET /methods', about: 'nothing', expects: anySession },
  {
    call: 'GET /methods/accounts',
    about: 'nothing',
    expects: only(platform),
    sends: () => ({ type: 'collection' }),
  },
  {
    call: 'POST /methods',
    about: 'nothing',
    expects: only(platform),
    passes: absent,
    sends: () => ({ channel_account_id: nobodyAbove, code: 'NEW', method_type: 'qr', ...limits }),
  },
  {
    call: 'PUT /methods/{id}',
    about: 'nothing',
    expects: only(platform),
    passes: absent,
    names: { id: nobodyAbove },
    sends: () => ({ v: 1, ...limits }),
  },
  {
    call: 'DELETE /methods/{id}',
    about: 'nothing',
    expects: only(platform),
    passes: absent,
    names: { id: nobodyAbove },
    sends: () => ({ v: 1, reason }),
  },
  {
    call: 'POST /methods/{id}/test',
    about: 'nothing',
    expects: only(platform),
    passes: absent,
    names: { id: nobodyAbove },
    sends: () => ({}),
  },
  { call: 'GET /providers', about: 'nothing', expects: only(platform) },
  {
    call: 'POST /providers',
    about: 'nothing',
    expects: only(platform),
    sends: ({ serial }) => ({ code: `P${serial}`, name: 'Provider', driver: 'simpay' }),
  },
  ...keyRows('agent_collection_key'),
  ...keyRows('agent_payment_key'),
  ...agentRows('collection_method'),
  ...agentRows('payment_method'),
];
