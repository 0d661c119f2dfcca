/**
 * How the values of a field are to be read: as they are, or as yes and no, a sum, an instant, a length of time, a
 * permission, the state of the thing, a fingerprint that vouches for what it was taken of, or a word of one of the
 * product's lists.
 */
export type FieldKind =
  | 'account'
  | 'act'
  | 'bytes'
  | 'callbackStatus'
  | 'column'
  | 'days'
  | 'event'
  | 'exportError'
  | 'feeMode'
  | 'firewallKey'
  | 'format'
  | 'instant'
  | 'journal'
  | 'kind'
  | 'level'
  | 'money'
  | 'notifyVia'
  | 'outcome'
  | 'pathClass'
  | 'permission'
  | 'pixels'
  | 'print'
  | 'role'
  | 'scope'
  | 'seconds'
  | 'settleRule'
  | 'state'
  | 'subject'
  | 'text'
  | 'truth';

/** Every field that an act may be recorded to have changed. One without a word in three languages does not compile. */
export const auditFields = {
  account: 'account',
  act: 'act',
  actor: 'text',
  added: 'permission',
  agent: 'text',
  agent_id: 'text',
  allow_manual_balance: 'truth',
  allow_manual_payout: 'truth',
  amount: 'money',
  amount_max: 'money',
  amount_min: 'money',
  api_version: 'text',
  app_name: 'text',
  approval_id: 'text',
  approved_by: 'text',
  attempts: 'text',
  ban_s: 'seconds',
  banned: 'text',
  books: 'print',
  by: 'text',
  bytes: 'bytes',
  callback_hold_after_8h: 'truth',
  callback_status: 'callbackStatus',
  chain: 'print',
  channel: 'text',
  channel_account: 'text',
  color: 'text',
  columns: 'column',
  completed_from: 'instant',
  completed_to: 'instant',
  content: 'text',
  created_from: 'instant',
  created_to: 'instant',
  currency: 'text',
  customer_id: 'text',
  daily_payout: 'money',
  days: 'days',
  domain: 'text',
  email: 'text',
  enabled: 'truth',
  ended: 'text',
  event: 'journal',
  event_id: 'text',
  fee: 'money',
  file_rows: 'text',
  filter: 'text',
  fee_minor: 'text',
  fingerprint: 'text',
  format: 'format',
  from: 'instant',
  frozen: 'money',
  frozen_until: 'instant',
  grant: 'text',
  grantee: 'text',
  height: 'pixels',
  holders: 'text',
  id: 'text',
  impersonation: 'text',
  ip: 'text',
  ip_allowlist: 'text',
  is_test: 'truth',
  key: 'firewallKey',
  kind: 'kind',
  last5: 'text',
  level: 'level',
  link_until: 'instant',
  locked: 'truth',
  logo: 'text',
  maker_id: 'text',
  merchant_order_no: 'text',
  method: 'text',
  middleman_id: 'text',
  name: 'text',
  note: 'text',
  notify_via: 'notifyVia',
  now: 'instant',
  numbers: 'text',
  object_id: 'text',
  object_kind: 'kind',
  order_no: 'text',
  orderNos: 'text',
  orders: 'text',
  outcome: 'outcome',
  owner_id: 'text',
  parent_id: 'text',
  path_class: 'pathClass',
  payee: 'print',
  asked: 'print',
  wait: 'text',
  payout_from_unsettled: 'truth',
  permissions: 'permission',
  person: 'text',
  phone: 'text',
  read_only: 'truth',
  real_name: 'text',
  prices: 'text',
  prints: 'print',
  provider_order_no: 'text',
  reason: 'exportError',
  recipients: 'text',
  removed: 'permission',
  request_id: 'text',
  request_ip: 'text',
  request_no: 'text',
  reset: 'truth',
  role: 'text',
  role_name: 'role',
  roles: 'role',
  rows: 'text',
  rule: 'text',
  scopes: 'scope',
  search: 'text',
  seconds: 'seconds',
  self: 'text',
  settle_rule: 'settleRule',
  settleable: 'money',
  shown: 'text',
  source: 'text',
  slip: 'text',
  status: 'state',
  sub_agent_id: 'text',
  subject: 'subject',
  system_fee_mode: 'feeMode',
  target: 'text',
  threshold: 'money',
  thresholdRemoved: 'money',
  title: 'text',
  to: 'instant',
  twoFactor: 'text',
  tx_hash: 'text',
  type: 'event',
  unsettled: 'money',
  username: 'text',
  users: 'text',
  value: 'text',
  version: 'text',
  width: 'pixels',
  window_s: 'seconds',
} as const satisfies Readonly<Record<string, FieldKind>>;

export type AuditField = keyof typeof auditFields;

export function isAuditField(name: string): name is AuditField {
  return Object.hasOwn(auditFields, name);
}

/** One side of a change, as plain JSON. */
export type AuditFacts = { readonly [Field in AuditField]?: unknown };
