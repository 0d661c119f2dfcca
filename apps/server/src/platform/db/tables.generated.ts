// Generated from the migrated database by `node apps/server/src/tools/generate-schema.ts`; do not edit.
import type { ColumnType } from 'kysely';

type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>;
type GeneratedAlways<T> = ColumnType<T, never, never>;
/** Any JSON; written as text or as a value the driver turns into text. */
type Json = ColumnType<unknown, unknown, unknown>;

export interface AccountTable {
  id: GeneratedAlways<bigint>;
  kind: string;
  owner_id: bigint | null;
  channel_account_id: bigint | null;
  currency: string;
  book: Generated<'main' | 'test'>;
  key: GeneratedAlways<string>;
}

export interface AccountChangeTable {
  id: GeneratedAlways<bigint>;
  user_id: bigint;
  what: 'account' | 'rights' | 'password' | 'paymentPassword' | 'twoFactor' | 'key' | 'callback';
  by_id: bigint | null;
  by_person: bigint | null;
  at: Generated<Date>;
}

export interface AccountDayTable {
  account_id: bigint;
  day: string;
  event: string;
  change: string;
  first_journal: bigint;
  last_journal: bigint;
}

export interface AccountDayNowTable {
  account_id: bigint;
  day: string;
  event: string;
  change: string;
  first_journal: bigint;
  last_journal: bigint;
}

export interface AccountFoldTable {
  singleton: Generated<boolean>;
  journal_id: bigint;
}

export interface AccountKindTable {
  kind: string;
  external: boolean;
  may_go_negative: boolean;
}

export interface AdminRecoveryTable {
  id: GeneratedAlways<bigint>;
  user_id: bigint;
  announced_at: Generated<Date>;
  effective_at: Date;
  ended_at: Date | null;
}

export interface AgentMethodTable {
  agent_id: bigint;
  channel_id: bigint;
  system_pct: Generated<string>;
  system_per_item: Generated<bigint>;
  enabled: Generated<boolean>;
  version: Generated<number>;
}

export interface AlertCallTable {
  id: GeneratedAlways<bigint>;
  rule_id: bigint | null;
  url: string;
  body: string;
  tries: Generated<number>;
  next_at: Date | null;
  created_at: Date;
  answered_at: Date | null;
  outcome: string | null;
  watch_id: bigint | null;
}

export interface AlertRuleTable {
  id: GeneratedAlways<bigint>;
  name: string;
  shipped: string | null;
  metric: 'success_rate' | 'balance' | 'callback_backlog' | 'unknown_payouts' | 'queue_age' | 'feed_age';
  scope: string | null;
  bound: 'under' | 'over';
  mark: string;
  min_orders: number;
  window_min: number;
  cool_down_min: number;
  via: string[];
  url: string | null;
  enabled: Generated<boolean>;
  version: Generated<number>;
}

export interface AlertStateTable {
  rule_id: bigint;
  subject: string;
  label: string;
  value: string;
  firing: boolean;
  told_at: Date;
}

export interface ApiKeyTable {
  id: GeneratedAlways<bigint>;
  customer_id: bigint;
  key: string;
  secret_sealed: string;
  previous_secret_sealed: string | null;
  previous_until: Date | null;
  scopes: string[];
  is_test: Generated<boolean>;
  ip_allowlist: Generated<string[]>;
  per_minute: Generated<number>;
  daily_payout_minor: bigint | null;
  disabled_at: Date | null;
  created_at: Date;
}

export interface ApiUsageTable {
  api_key_id: bigint;
  minute: Date;
  calls: number;
}

export interface AppUserTable {
  id: Generated<bigint>;
  kind: 'admin' | 'manager' | 'staffSub' | 'agent' | 'subAgent' | 'customer' | 'customerSub' | 'middleman';
  username: string;
  name: string;
  password_hash: string;
  payment_password_hash: string | null;
  role_id: bigint | null;
  parent_id: bigint | null;
  agent_id: bigint | null;
  sub_agent_id: bigint | null;
  middleman_id: bigint | null;
  customer_id: bigint | null;
  made_by: bigint | null;
  person_id: bigint;
  tenant_path: string;
  phone: string | null;
  email: string | null;
  currency: Generated<string>;
  region: Generated<string>;
  status: Generated<'pending' | 'active' | 'disabled' | 'archived'>;
  totp_sealed: string | null;
  totp_bound_at: Date | null;
  totp_pending_sealed: string | null;
  ip_allowlist: Generated<string[]>;
  last_login_at: Date | null;
  last_login_ip: string | null;
  api_version: Generated<'v1' | 'v2' | 'epay'>;
  callback_hold_after_8h: Generated<boolean>;
  allow_manual_balance: Generated<boolean>;
  allow_manual_payout: Generated<boolean>;
  settle_rule: Generated<string>;
  payout_from_unsettled: Generated<boolean>;
  system_fee_mode: Generated<'realtime' | 'periodic'>;
  notify_via: Generated<'merchant' | 'agent'>;
  created_at: Date;
  updated_at: Date;
  permissions: string[] | null;
  totp_reset_at: Date | null;
  is_demo: Generated<boolean>;
  switched_off_by: bigint | null;
}

export interface ApprovalTable {
  id: GeneratedAlways<bigint>;
  act: string;
  subject_kind: string;
  subject_id: string;
  subject_label: string;
  agent_id: bigint | null;
  payload: Json;
  payload_hash: string;
  effect: Json;
  effect_hash: string;
  currency: string | null;
  amount: bigint | null;
  reason: string;
  maker_id: bigint;
  checker_id: bigint | null;
  maker_person: bigint;
  checker_person: bigint | null;
  barred: Generated<bigint[]>;
  decision_reason: string | null;
  state: Generated<'waiting' | 'approved' | 'refused' | 'expired' | 'stale' | 'withdrawn'>;
  created_at: Date;
  expires_at: Date;
  decided_at: Date | null;
}

export interface ApprovalPolicyTable {
  agent_id: bigint | null;
  act: string | null;
  currency: string;
  threshold: bigint;
}

export interface ApprovalSumTable {
  id: GeneratedAlways<bigint>;
  act: string;
  currency: string;
  amount: bigint;
  person_id: bigint;
  subject_kind: string;
  subject_id: string;
  at: Generated<Date>;
}

export interface ArchiveProgressTable {
  kind: 'collection' | 'payout';
  month: Generated<string>;
  created_at: Generated<Date>;
  id: Generated<bigint>;
  moved: Generated<bigint>;
  begins_at: Generated<Date>;
}

export interface ArchiveRecallTable {
  id: GeneratedAlways<bigint>;
  kind: 'collection' | 'payout';
  orders: number;
}

export interface ArchiveSettingTable {
  one: Generated<boolean>;
  version: Generated<number>;
  online_days: Generated<number>;
  exchange_days: Generated<number>;
}

export interface AuditEntryTable {
  id: bigint;
  place: bigint;
  at: Date;
  actor_id: bigint;
  effective_id: bigint;
  act: string;
  object_kind: string;
  object_id: string;
  outcome: string;
  from_status: string;
  to_status: string;
  journal_id: bigint;
  before: Json;
  after: Json;
  ip: string;
  user_agent: string;
  request_id: string;
}

export interface AuditLogTable {
  id: GeneratedAlways<bigint>;
  at: Date;
  actor_id: bigint | null;
  effective_id: bigint | null;
  act: string;
  object_kind: string;
  object_id: string;
  outcome: Generated<'done' | 'denied' | 'failed'>;
  from_status: string | null;
  to_status: string | null;
  journal_id: bigint | null;
  before: Json;
  after: Json;
  ip: string | null;
  user_agent: string | null;
  request_id: string | null;
}

export interface AuditProofTable {
  id: GeneratedAlways<bigint>;
  started_by: bigint | null;
  started_at: Generated<Date>;
  beat_at: Generated<Date>;
  finished_at: Date | null;
  blocks_total: number;
  blocks: Generated<number>;
  row_count: Generated<bigint>;
  journal_count: Generated<bigint>;
  unsealed: Generated<number>;
  passed: boolean | null;
  findings: Generated<Json>;
  head: Generated<string>;
}

export interface AuditSealTable {
  id: bigint;
  source: 'log' | 'books' | 'signIns';
  sealed_at: Date;
  horizon: string;
  top: bigint;
  ids: string;
  awaited: string;
  given_up: string;
  digest: Buffer;
  prints: Buffer;
  previous: string;
  head: string;
}

export interface AuditSettingTable {
  user_id: bigint;
  enabled: Generated<boolean>;
  url: string;
  key_sealed: string;
  applies: Generated<string[]>;
  last_result: string | null;
  key_set_at: Date | null;
  version: Generated<number>;
}

export interface AwaitedTransferTable {
  order_id: bigint;
  channel_account_id: bigint;
  destination: string;
  amount: bigint;
  until: Date;
  freed_at: Date | null;
}

export interface BackupTable {
  id: GeneratedAlways<bigint>;
  state: 'queued' | 'running' | 'completed' | 'failed' | 'removed';
  note: string;
  made_by: bigint | null;
  asked_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  file: string | null;
  bytes: bigint | null;
  sha256: string | null;
  lsn: string | null;
  error: string | null;
  verify_state: 'queued' | 'running' | 'passed' | 'failed' | null;
  verified_at: Date | null;
  verified: Json;
  ticket_hash: string | null;
  ticket_until: Date | null;
  ticket_session: bigint | null;
}

export interface BackupScheduleTable {
  one: Generated<boolean>;
  version: Generated<number>;
  at: string | null;
  keep: Generated<number>;
}

export interface BalanceTable {
  account_id: bigint;
  balance: Generated<bigint>;
  version: Generated<bigint>;
  may_go_negative: Generated<boolean>;
}

export interface BalanceEditTable {
  id: GeneratedAlways<bigint>;
  user_id: bigint;
  kind: 'frozen' | 'settleable';
  currency: string;
  change: bigint;
  bucket: 'L200' | 'L201' | 'L210';
  order_id: bigint | null;
  until: Date | null;
  undoes: bigint | null;
  maker_id: bigint | null;
  maker_person: bigint | null;
  checker_id: bigint | null;
  approval_id: bigint | null;
  reason: string;
  created_at: Date;
}

export interface BlockEntryTable {
  id: GeneratedAlways<bigint>;
  kind: 'door' | 'ip' | 'name' | 'card';
  agent_id: bigint | null;
  value: string;
  shown: string;
  note: string;
  created_by: bigint;
  created_at: Date;
  hits: Generated<bigint>;
  last_hit_at: Date | null;
}

export interface BrandingTable {
  agent_id: bigint | null;
  app_name: string;
  logo: Generated<string>;
  color: Generated<string>;
  domain: string | null;
  version: Generated<number>;
}

export interface BrandingLogoTable {
  hash: string;
  mime: 'image/png' | 'image/jpeg' | 'image/webp';
  bytes: Buffer;
  width: number;
  height: number;
  uploaded_by: bigint;
  uploaded_at: Date;
}

export interface BroadcastTable {
  id: GeneratedAlways<bigint>;
  title: string;
  content: string;
  level: 'info' | 'warning' | 'danger';
  color: 'blue' | 'green' | 'orange' | 'red' | 'violet';
  sound: boolean;
  roles: string[];
  agent_id: bigint | null;
  user_ids: bigint[];
  created_by: bigint;
  created_at: Date;
  recipients: number | null;
}

export interface BusinessClockTable {
  singleton: Generated<boolean>;
  offset_us: Generated<bigint>;
}

export interface CallbackTable {
  id: GeneratedAlways<bigint>;
  event_id: string;
  outbox_id: bigint | null;
  order_kind: 'collection' | 'payout';
  order_id: bigint;
  customer_id: bigint;
  type: string;
  api_version: string;
  body: string;
  url: string;
  source: Generated<'live' | 'seed'>;
  manual: Generated<boolean>;
  status: Generated<'not_sent' | 'sending' | 'success' | 'failed'>;
  result:
    | 'invalid_url'
    | 'timeout'
    | 'error_response'
    | 'v1_no_rejection'
    | 'held_after_8h'
    | 'address_paused'
    | null;
  attempts: Generated<number>;
  next_at: Date | null;
  lease_token: Generated<bigint>;
  lease_until: Date | null;
  created_at: Date;
  order_created_at: Date;
  recipient_id: bigint;
  agent_id: bigint;
  lane: string;
  asked: Generated<boolean>;
}

export interface CallbackAttemptTable {
  id: GeneratedAlways<bigint>;
  callback_id: bigint;
  attempt: number;
  at: Date;
  http_status: number | null;
  latency_ms: number;
  result: string;
  response: string;
}

export interface CaptchaUsedTable {
  challenge: string;
  expires_at: Date;
}

export interface ChannelTable {
  id: GeneratedAlways<bigint>;
  direction: 'collection' | 'payout';
  code: string;
  name: string;
  method_type: string;
  channel_account_id: bigint;
  currency: string;
  min_amount: Generated<bigint>;
  max_amount: Generated<bigint>;
  windows: Generated<Json>;
  priority: Generated<number>;
  enabled: Generated<boolean>;
  integer_only: Generated<boolean>;
  needs_payer_name: Generated<boolean>;
  endpoint_pct: Generated<string>;
  endpoint_per_item: Generated<bigint>;
  weight: Generated<number>;
  daily_amount: Generated<bigint>;
  daily_count: Generated<number>;
  balance_limit: bigint | null;
  version: Generated<number>;
}

export interface ChannelAccountTable {
  id: GeneratedAlways<bigint>;
  provider_id: bigint;
  agent_id: bigint;
  name: string;
  direction: 'collection' | 'payout';
  currency: string;
  base_url: string;
  credentials_sealed: string;
  late_payment: Generated<'credit' | 'abnormal'>;
  notify_networks: Generated<string[]>;
  enabled: Generated<boolean>;
  balance: bigint | null;
  balance_checked_at: Date | null;
  created_at: Date;
  low_water: bigint | null;
  low_water_version: Generated<number>;
  version: Generated<number>;
  previous_credentials_sealed: string | null;
  previous_until: Date | null;
  tested_at: Date | null;
  test_outcome: 'accepted' | 'timeout' | 'domain' | 'refused' | null;
}

export interface ChannelAccountUsageTable {
  channel_account_id: bigint;
  pending: Generated<bigint>;
  received: Generated<bigint>;
  is_whole: Generated<boolean>;
}

export interface ChannelCheckTable {
  channel_id: bigint;
  lamp: 'green' | 'amber' | 'red' | 'grey';
  last_at: Date;
  ms: number | null;
  error: string | null;
  uptime_24h: string | null;
}

export interface ChannelExceptionTable {
  id: GeneratedAlways<bigint>;
  customer_id: bigint;
  direction: 'collection' | 'payout';
  n: number;
  amount_min: bigint | null;
  amount_max: bigint | null;
  payer: string | null;
  hours: Json;
  act: 'force' | 'exclude';
  channel_id: bigint;
  until: Date | null;
  note: Generated<string>;
}

export interface ChannelFeedTable {
  channel_account_id: bigint;
  read_until: Date;
  looked_at: Date;
  begun_at: Generated<Date>;
  answered_at: Generated<Date>;
  kept_since: Generated<Date>;
}

export interface ChannelModelTable {
  id: GeneratedAlways<bigint>;
  agent_id: bigint | null;
  direction: 'collection' | 'payout';
  name: string;
  version: Generated<number>;
  created_at: Date;
}

export interface ChannelModelItemTable {
  model_id: bigint;
  channel_id: bigint;
  alias: string;
  weight: number;
  polling: boolean;
  priority: number | null;
  min_amount: bigint;
  max_amount: bigint;
  daily_amount: bigint;
  daily_count: number;
  balance_limit: bigint | null;
  windows: Json;
  merchant_pct: string;
  merchant_per_item: bigint;
  sub_agent_pct: string;
  sub_agent_per_item: bigint;
  middleman_pct: string;
  middleman_per_item: bigint;
}

export interface ChannelNoticeTable {
  id: GeneratedAlways<bigint>;
  channel_account_id: bigint;
  received_at: Date;
  raw: Buffer;
  headers: Json;
  event_id: string | null;
  order_no: string | null;
  outcome: string;
  ip: string | null;
}

export interface ChannelPrefundTable {
  id: GeneratedAlways<bigint>;
  channel_account_id: bigint;
  currency: string;
  amount: bigint;
  transfer_ref: string;
  maker_id: bigint;
  checker_id: bigint | null;
  approval_id: bigint | null;
  reason: string;
  created_at: Date;
}

export interface ChannelProbeTable {
  channel_account_id: bigint;
  at: Date;
  answered: boolean;
  ms: number | null;
}

export interface ChannelReservationTable {
  order_kind: 'collection' | 'payout';
  order_id: bigint;
  channel_id: bigint;
  channel_account_id: bigint;
  method_id: bigint;
  day: string;
  amount: bigint;
}

export interface ChannelSettlementTable {
  id: GeneratedAlways<bigint>;
  channel_account_id: bigint;
  currency: string;
  arrived: bigint;
  kept: bigint;
  statement_ref: string;
  maker_id: bigint;
  checker_id: bigint | null;
  approval_id: bigint | null;
  reason: string;
  created_at: Date;
}

export interface ChannelStateTable {
  channel_id: bigint;
  state: 'ok' | 'tripped' | 'maintenance';
  since: Date;
  reason: string | null;
  trips: Generated<number>;
}

export interface ChannelSwapTable {
  id: GeneratedAlways<bigint>;
  agent_id: bigint | null;
  direction: 'collection' | 'payout';
  from_channel_id: bigint;
  to_channel_id: bigint;
  at: Date;
  maker_id: bigint;
  approval_id: bigint | null;
  reason: string;
  affected: number;
  undone_at: Date | null;
  undone_by: bigint | null;
}

export interface ChannelSwapRowTable {
  swap_id: bigint;
  method_id: bigint;
  customer_id: bigint;
  alias: string;
  before: Json;
  version: number;
}

export interface ChannelUsageTable {
  channel_id: bigint;
  method_id: Generated<bigint>;
  day: string;
  amount: Generated<bigint>;
  count: Generated<number>;
  is_whole: Generated<boolean>;
}

export interface ClearingDayTable {
  channel_account_id: bigint;
  kind: string;
  day: string;
  change: string;
}

export interface ClearingDayNowTable {
  channel_account_id: bigint;
  kind: string;
  day: string;
  change: string;
}

export interface CollectionAgentDayTable {
  day: string;
  agent_id: bigint;
  channel_id: bigint;
  channel_account_id: bigint;
  currency: string;
  created_count: bigint;
  created_amount: string;
  success_count: bigint;
  success_amount: string;
  failed_count: bigint;
  failed_amount: string;
  actual_amount: string;
  accounted_amount: string;
  fee: string;
}

export interface CollectionAgentDayNowTable {
  day: string;
  agent_id: bigint;
  channel_id: bigint;
  channel_account_id: bigint;
  currency: string;
  created_count: bigint;
  created_amount: string;
  success_count: bigint;
  success_amount: string;
  failed_count: bigint;
  failed_amount: string;
  actual_amount: string;
  accounted_amount: string;
  fee: string;
}

export interface CollectionAnswerTable {
  order_id: bigint;
  attempt_id: bigint;
  latency_ms: number;
}

export interface CollectionAttemptTable {
  order_id: bigint;
  n: number;
  channel_id: bigint | null;
  channel_account_id: bigint;
  request_no: string;
  request: Json;
  asks: Generated<number>;
  asked_at: Date;
  asking_until: Date | null;
  outcome: 'accepted' | 'refused' | 'failed' | null;
  not_found: Generated<number>;
  not_found_at: Date | null;
  doubted: Generated<boolean>;
  handed_at: Date | null;
  told_paid_at: Date | null;
}

export interface CollectionChannelDayTable {
  day: string;
  customer_id: bigint;
  agent_id: bigint;
  sub_agent_id: bigint;
  channel_id: bigint;
  channel_account_id: bigint;
  currency: string;
  created_count: bigint;
  created_amount: string;
  success_count: bigint;
  success_amount: string;
  failed_count: bigint;
  paid_count: bigint;
  paid_amount: string;
  actual_amount: string;
  accounted_amount: string;
  fee: string;
  endpoint_fee: string;
  sub_agent_fee: string;
  middleman_fee: string;
  system_fee: string;
}

export interface CollectionChannelDayNowTable {
  day: string;
  customer_id: bigint;
  agent_id: bigint;
  sub_agent_id: bigint;
  channel_id: bigint;
  channel_account_id: bigint;
  currency: string;
  created_count: bigint;
  created_amount: string;
  success_count: bigint;
  success_amount: string;
  failed_count: bigint;
  paid_count: bigint;
  paid_amount: string;
  actual_amount: string;
  accounted_amount: string;
  fee: string;
  endpoint_fee: string;
  sub_agent_fee: string;
  middleman_fee: string;
  system_fee: string;
}

export interface CollectionChannelDayPartsTable {
  day: string;
  customer_id: bigint;
  agent_id: bigint;
  sub_agent_id: bigint;
  channel_id: bigint;
  channel_account_id: bigint;
  currency: string;
  created_count: bigint;
  created_amount: string;
  success_count: bigint;
  success_amount: string;
  failed_count: bigint;
  paid_count: bigint;
  paid_amount: string;
  actual_amount: string;
  accounted_amount: string;
  fee: string;
  endpoint_fee: string;
  sub_agent_fee: string;
  middleman_fee: string;
  system_fee: string;
}

export interface CollectionCheckTable {
  order_id: bigint;
  reason: string;
  attempts: Generated<number>;
  next_at: Date;
}

export interface CollectionDayTable {
  day: string;
  customer_id: bigint;
  agent_id: bigint;
  sub_agent_id: Generated<bigint>;
  currency: string;
  created_count: bigint;
  created_amount: string;
  success_count: bigint;
  success_amount: string;
  actual_amount: string;
  accounted_amount: string;
  fee: string;
  endpoint_fee: string;
}

export interface CollectionDayNowTable {
  day: string;
  customer_id: bigint;
  agent_id: bigint;
  sub_agent_id: bigint;
  currency: string;
  created_count: bigint;
  created_amount: string;
  success_count: bigint;
  success_amount: string;
  actual_amount: string;
  accounted_amount: string;
  fee: string;
  endpoint_fee: string;
}

export interface CollectionDeltaTable {
  id: GeneratedAlways<bigint>;
  kind: 'created' | 'settled' | 'moved';
  order_ids: bigint[];
  was_channels: bigint[] | null;
  was_accounts: bigint[] | null;
  was_failed: boolean[] | null;
  now_channels: bigint[] | null;
  now_accounts: bigint[] | null;
  now_failed: boolean[] | null;
}

export interface CollectionFlagTable {
  order_id: bigint;
  reason: string;
  about: string;
  flagged_at: Date;
}

export interface CollectionHourTable {
  hour: Date;
  agent_id: bigint;
  channel_id: bigint;
  currency: string;
  success_count: bigint;
  success_amount: string;
  actual_amount: string;
  accounted_amount: string;
  fee: string;
  endpoint_fee: string;
}

export interface CollectionHourNowTable {
  hour: Date;
  agent_id: bigint;
  channel_id: bigint;
  currency: string;
  success_count: bigint;
  success_amount: string;
  actual_amount: string;
  accounted_amount: string;
  fee: string;
  endpoint_fee: string;
}

export interface CollectionLockTable {
  order_id: bigint;
  user_id: bigint;
  until: Date;
  since: Generated<Date>;
}

export interface CollectionMerchantDayTable {
  day: string;
  customer_id: bigint;
  agent_id: bigint;
  sub_agent_id: bigint;
  channel_id: bigint;
  channel_account_id: bigint;
  currency: string;
  created_count: bigint;
  created_amount: string;
  success_count: bigint;
  success_amount: string;
  failed_count: bigint;
  failed_amount: string;
  actual_amount: string;
  accounted_amount: string;
  fee: string;
}

export interface CollectionMerchantDayNowTable {
  day: string;
  customer_id: bigint;
  agent_id: bigint;
  sub_agent_id: bigint;
  channel_id: bigint;
  channel_account_id: bigint;
  currency: string;
  created_count: bigint;
  created_amount: string;
  success_count: bigint;
  success_amount: string;
  failed_count: bigint;
  failed_amount: string;
  actual_amount: string;
  accounted_amount: string;
  fee: string;
}

export interface CollectionOrderTable {
  id: bigint;
  order_no: string;
  merchant_order_no: string;
  customer_id: bigint;
  agent_id: bigint;
  sub_agent_id: bigint | null;
  middleman_id: bigint | null;
  currency: string;
  order_amount: bigint;
  pay_amount: bigint;
  exchange_rate: string | null;
  rate_id: bigint | null;
  method: string | null;
  channel_id: bigint | null;
  channel_account_id: bigint | null;
  plan_no: number | null;
  payment: Json;
  real_name: string | null;
  payer: Json;
  payer_last5: string | null;
  paid_claimed_at: Date | null;
  product_name: string | null;
  request_ip: string | null;
  notify_url: string | null;
  return_url: string | null;
  metadata: Generated<Json>;
  locale: string | null;
  source: Generated<string>;
  api_version: Generated<string>;
  is_test: Generated<boolean>;
  request_hash: Buffer;
  created_at: Date;
  expires_at: Date;
  provider_order_no: string | null;
  actual_amount: bigint | null;
  accounted_amount: bigint | null;
  fee: bigint | null;
  completed_at: Date | null;
  settle_at: Date | null;
  status: Generated<
    'pending' | 'success' | 'expired' | 'amount_mismatch' | 'abnormal' | 'test_supplied' | 'refund'
  >;
  refund_status: 'preparing' | 'refunding' | 'success' | 'failed' | null;
  callback_status: Generated<'not_sent' | 'sending' | 'success' | 'failed'>;
}

export interface CollectionPayerTable {
  order_id: bigint;
  customer_id: bigint;
  payer_mark: string;
  at: Date;
}

export interface CollectionPayerNameTable {
  order_id: bigint;
  channel_account_id: bigint;
  name_mark: string;
  at: Date;
}

export interface CollectionPlanTable {
  order_id: bigint;
  plan_no: number;
  route: Json;
  fee_snapshot: Json;
  merchant_fee: bigint | null;
  endpoint_fee: bigint | null;
  credited: bigint | null;
  leg_accounts: bigint[] | null;
  leg_accounts_immediate: bigint[] | null;
  leg_amounts: bigint[] | null;
  legs_held: number | null;
  claw_back: number[] | null;
  claw_back_immediate: number[] | null;
  early_leg: number | null;
}

export interface CollectionSettingTable {
  owner_id: bigint;
  expires_in_s: number | null;
  same_name_minutes: number | null;
  same_name_count: number | null;
  late_payment: 'credit' | 'abnormal' | null;
  callback_delays_s: number[] | null;
  hold_after_8h: boolean | null;
  ring_new_orders: boolean | null;
  tolerance: bigint | null;
  version: number;
  set_by: bigint;
  set_at: Date;
}

export interface CollectionUncountedTable {
  created_at: Date;
  customer_id: bigint;
  agent_id: bigint;
  sub_agent_id: bigint;
  channel_id: bigint;
  currency: string;
  created_count: bigint;
  created_amount: bigint;
  success_count: bigint;
  success_amount: bigint;
  actual_amount: bigint;
  accounted_amount: bigint;
  fee: bigint;
  endpoint_fee: bigint;
}

export interface CustomerMethodTable {
  id: GeneratedAlways<bigint>;
  customer_id: bigint;
  channel_id: bigint;
  alias: string;
  weight: Generated<number>;
  min_amount: Generated<bigint>;
  max_amount: Generated<bigint>;
  merchant_pct: string;
  merchant_per_item: Generated<bigint>;
  sub_agent_pct: Generated<string>;
  sub_agent_per_item: Generated<bigint>;
  middleman_pct: Generated<string>;
  middleman_per_item: Generated<bigint>;
  polling: Generated<boolean>;
  enabled: Generated<boolean>;
  priority: number | null;
  windows: Generated<Json>;
  daily_amount: Generated<bigint>;
  daily_count: Generated<number>;
  balance_limit: bigint | null;
  allow_loss: Generated<boolean>;
  version: Generated<number>;
  keeps_payers: Generated<boolean>;
}

export interface CustomerModelTable {
  customer_id: bigint;
  direction: 'collection' | 'payout';
  model_id: bigint;
  given_at: Date;
}

export interface DailyReportTable {
  day: string;
  version: number;
  made_at: Date;
  totals: Json;
  summed: Json;
  previous: string;
  hash: string;
}

export interface DailyReportLookTable {
  singleton: Generated<boolean>;
  looked_at: Date;
}

export interface DailyReportRowTable {
  day: string;
  customer_id: bigint;
  agent_id: bigint;
  sub_agent_id: bigint;
  middleman_id: bigint;
  channel_id: bigint;
  currency: string;
  version: number;
  channel: string;
  count: bigint;
  success_count: bigint;
  failed_count: bigint;
  amount: string;
  refunds: string;
  settled_count: bigint;
  actual: string;
  fee: string;
  accounted: string;
  payouts: bigint;
  payout_amount: string;
  payout_fee: string;
}

export interface DepositTable {
  id: GeneratedAlways<bigint>;
  no: GeneratedAlways<string>;
  owner_id: bigint;
  agent_id: bigint;
  currency: string;
  amount: bigint;
  fee: bigint | null;
  method: 'bank' | 'chain';
  payer_last5: string | null;
  tx_hash: string | null;
  note: string | null;
  made_by: bigint;
  created_at: Date;
  decided_by: bigint | null;
  decision_reason: string | null;
  completed_at: Date | null;
  status: Generated<'pending' | 'credited' | 'rejected' | 'cancelled'>;
  slip: string | null;
}

export interface DueWorkTable {
  name: string;
  due_at: Date;
  done_at: Date | null;
}

export interface EarlySettlementTable {
  id: GeneratedAlways<bigint>;
  account_id: bigint;
  settle_at: Date;
  amount: bigint;
}

export interface ExchangeRateTable {
  id: GeneratedAlways<bigint>;
  agent_id: bigint | null;
  base: string;
  quote: string;
  collection_rate: string;
  payment_rate: string;
  allow_loss: boolean;
  valid_from: Date;
  version: number;
  maker_id: bigint;
  checker_id: bigint | null;
  approval_id: bigint | null;
  reason: string;
  created_at: Date;
  withdrawn_by: bigint | null;
  withdrawn_at: Date | null;
}

export interface ExportJobTable {
  id: GeneratedAlways<bigint>;
  owner_id: bigint;
  acting_for: bigint | null;
  session_id: bigint | null;
  kind: string;
  filter: Json;
  columns: string[];
  format: 'csv' | 'xlsx';
  locale: string;
  region: string;
  status: 'queued' | 'running' | 'completed' | 'failed' | 'expired';
  progress: Generated<number>;
  row_count: bigint | null;
  bytes: bigint | null;
  file: string;
  attempts: Generated<number>;
  lease_until: Date | null;
  error: string | null;
  created_at: Date;
  finished_at: Date | null;
  expires_at: Date | null;
  removed_at: Date | null;
  tenant_id: Generated<bigint>;
}

export interface ExportTicketTable {
  ticket_hash: string;
  export_id: bigint;
  session_id: bigint;
  expires_at: Date;
  used_at: Date | null;
}

export interface FailedCallbackTable {
  order_kind: 'collection' | 'payout';
  order_id: bigint;
  created_at: Date;
  customer_id: bigint;
  agent_id: bigint;
}

export interface FirewallBanTable {
  id: GeneratedAlways<bigint>;
  rule_id: bigint;
  key: string;
  shown: string;
  started_at: Generated<Date>;
  until: Date;
  lifted_at: Date | null;
  lifted_by: bigint | null;
}

export interface FirewallCountTable {
  rule_id: bigint;
  key: string;
  n: number;
  ends_at: Date;
}

export interface FirewallRuleTable {
  id: GeneratedAlways<bigint>;
  name: string;
  path_class: 'door' | 'backOffice' | 'merchantApi' | 'checkout' | 'notify' | 'everything';
  key_kind: 'ip' | 'user' | 'apiKey';
  window_s: number;
  attempts: number;
  ban_s: Generated<number>;
  agent_id: bigint | null;
  enabled: Generated<boolean>;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
}

export interface FundMoveTable {
  id: GeneratedAlways<bigint>;
  kind: 'transfer' | 'fund' | 'adjust';
  owner_id: bigint;
  currency: string;
  change: bigint;
  source: 'feeIncome' | 'agent' | 'goodwill';
  agent_id: bigint | null;
  maker_id: bigint;
  maker_person: bigint;
  checker_id: bigint | null;
  approval_id: bigint | null;
  reason: string;
  created_at: Date;
}

export interface HolidayTable {
  day: string;
  name: string;
}

export interface HouseExchangeTable {
  id: GeneratedAlways<bigint>;
  base: string;
  quote: string;
  base_amount: bigint;
  quote_amount: bigint;
  held: bigint;
  cost: bigint;
  result: bigint;
  counterparty: string;
  maker_id: bigint;
  checker_id: bigint | null;
  approval_id: bigint | null;
  reason: string;
  created_at: Date;
}

export interface IdempotencyKeyTable {
  owner_id: bigint;
  effective_id: bigint;
  endpoint: string;
  key: string;
  request_hash: Buffer;
  response: string | null;
  created_at: Generated<Date>;
}

export interface ImpersonationTable {
  id: GeneratedAlways<bigint>;
  code_hash: string;
  code_expires_at: Date;
  operator_id: bigint;
  target_id: bigint;
  operator_session_id: bigint;
  grant_id: bigint | null;
  reason: string;
  created_at: Generated<Date>;
  session_id: bigint | null;
}

export interface IncomeDayTable {
  day: string;
  agent_id: bigint;
  currency: string;
  kind: string;
  other: string;
  credited: string;
  debited: string;
  first_journal: bigint;
  last_journal: bigint;
}

export interface IncomeDayNowTable {
  day: string;
  agent_id: bigint;
  currency: string;
  kind: string;
  other: string;
  credited: string;
  debited: string;
  first_journal: bigint;
  last_journal: bigint;
}

export interface IncomeDrawingTable {
  id: GeneratedAlways<bigint>;
  currency: string;
  amount: bigint;
  payee: string;
  drawable: bigint;
  maker_id: bigint;
  checker_id: bigint | null;
  approval_id: bigint | null;
  reason: string;
  created_at: Date;
}

export interface IncomeFoldTable {
  singleton: Generated<boolean>;
  journal_id: bigint;
}

export interface InstallationTable {
  singleton: Generated<boolean>;
  mode: 'production' | 'demo' | 'development';
  begun_at: Generated<Date>;
}

export interface JournalTable {
  id: bigint;
  event: string;
  ref_id: bigint;
  seq: Generated<number>;
  book: string;
  currency: string;
  posted_at: Date;
  customer_id: bigint | null;
  agent_id: bigint | null;
  sub_agent_id: bigint | null;
  middleman_id: bigint | null;
  account_ids: bigint[];
  amounts: bigint[];
  balances_after: bigint[];
  versions: bigint[];
  claw_back: number[] | null;
  reverses: bigint | null;
  actor_id: bigint | null;
  note: string | null;
  request_id: string | null;
}

export interface JournalRuleTable {
  event: string;
  kind: string;
  role: 'platform' | 'channelAccount' | 'customer' | 'agent' | 'subAgent' | 'middleman';
  debit: boolean;
  may_go_negative: Generated<boolean>;
}

export interface ListWatchTable {
  id: GeneratedAlways<bigint>;
  owner_id: bigint;
  kind: string;
  name: string;
  filter: Json;
  search: Json;
  window_min: number;
  older_min: number;
  mark: number;
  via: string[];
  url: string | null;
  created_at: Date;
  asked_at: Date;
  found: bigint | null;
  since: Date | null;
  told_at: Date | null;
}

export interface ListedByAmountTable {
  order_kind: 'collection' | 'payout';
  last_id: bigint;
}

export interface LoginAttemptTable {
  id: GeneratedAlways<bigint>;
  username: string;
  user_id: bigint | null;
  ip: string;
  user_agent: string | null;
  outcome: string;
  at: Generated<Date>;
}

export interface LoginChallengeTable {
  id: string;
  user_id: bigint;
  attempts: Generated<number>;
  browser: Generated<boolean>;
  expires_at: Date;
}

export interface LoginGuardTable {
  subject: string;
  failures: number;
  lock_at: number;
  last_failed_at: Date;
  locked_until: Date | null;
}

export interface MaintenanceTable {
  one: Generated<boolean>;
  version: Generated<number>;
  starts_at: Date | null;
  ends_at: Date | null;
  text_tw: string | null;
  text_cn: string | null;
  text_en: string | null;
}

export interface MerchantDayTable {
  customer_id: bigint;
  day: string;
  currency: string;
  event: string;
  count: bigint;
  amount: string;
  fee: string;
}

export interface MerchantDayNowTable {
  customer_id: bigint;
  day: string;
  currency: string;
  event: string;
  count: bigint;
  amount: string;
  fee: string;
}

export interface MerchantEarnerTable {
  earner_id: bigint;
  customer_id: bigint;
}

export interface MerchantNonceTable {
  api_key_id: bigint;
  nonce: string;
  seen_at: Generated<Date>;
}

export interface MoneyPauseTable {
  id: GeneratedAlways<bigint>;
  direction: 'collection' | 'payout';
  agent_id: bigint | null;
  provider_id: bigint | null;
  until: Date | null;
  reason: string;
  paused_by: bigint;
  paused_at: Date;
}

export interface NotificationTable {
  id: GeneratedAlways<bigint>;
  user_id: bigint;
  event_id: bigint | null;
  type: string;
  msg_type: string | null;
  sound: Generated<boolean>;
  level: Generated<'info' | 'warning' | 'danger'>;
  params: Generated<Json>;
  path: string | null;
  created_at: Date;
  read_at: Date | null;
  subject: string | null;
  broadcast_id: bigint | null;
}

export interface OrderByAmountTable {
  order_kind: 'collection' | 'payout';
  currency: string;
  amount: bigint;
  order_id: bigint;
  created_at: Date;
  customer_id: bigint;
  agent_id: bigint;
}

export interface OutboxTable {
  id: GeneratedAlways<bigint>;
  kind: string;
  subject: string;
  payload: Json;
  created_at: Date;
}

export interface OutboxBatchTable {
  id: Generated<bigint>;
  kind: string;
  ids: bigint[];
  payload: Json;
  created_at: Date;
}

export interface OutboxDeadTable {
  id: bigint;
  kind: string;
  subject: string;
  payload: Json;
  created_at: Date;
  error: string;
  attempts: number;
  parked_at: Generated<Date>;
  discarded_at: Date | null;
  discarded_by: bigint | null;
  discard_reason: string | null;
}

export interface OutboxEventTable {
  id: bigint;
  kind: string;
  subject: string;
  payload: Json;
  created_at: Date;
}

export interface PaidProofTable {
  channel_account_id: bigint;
  provider_ref: string;
  kind: 'payout' | 'withdrawal' | 'refund' | 'charge_back' | 'receipt' | 'charge_back_won';
  order_id: bigint;
  amount: bigint;
  proven_at: Date;
}

export interface PasswordLinkTable {
  token_hash: string;
  user_id: bigint;
  made_by: bigint | null;
  expires_at: Date;
  used_at: Date | null;
}

export interface PayerCardTable {
  id: GeneratedAlways<bigint>;
  channel_id: bigint;
  bank_code: string;
  account_name: string;
  card_hash: string;
  card_shown: string;
  limit_count: number;
  limit_amount: bigint;
  enabled: boolean;
  version: Generated<number>;
  cleared_at: Date | null;
  made_by: bigint;
  created_at: Date;
  removed_at: Date | null;
}

export interface PayerChangedTable {
  order_id: bigint;
  created_at: Date;
}

export interface PayerSliceTable {
  last_id: bigint;
  first_at: Date;
  last_at: Date;
  names: number[];
  name_ids: bigint[];
  digits: number[];
  digits_ids: bigint[];
  addresses: number[];
  address_ids: bigint[];
  amounts: bigint[];
  amount_ids: bigint[];
}

export interface PayoutAgentDayTable {
  day: string;
  agent_id: bigint;
  channel_id: bigint;
  channel_account_id: bigint;
  currency: string;
  status: string;
  made_count: bigint;
  made_amount: string;
  made_fee: string;
}

export interface PayoutAgentDayNowTable {
  day: string;
  agent_id: bigint;
  channel_id: bigint;
  channel_account_id: bigint;
  currency: string;
  status: string;
  made_count: bigint;
  made_amount: string;
  made_fee: string;
}

export interface PayoutAttemptTable {
  order_id: bigint;
  n: number;
  channel_id: bigint;
  channel_account_id: bigint;
  request_no: string;
  sent_at: Date;
  asks: Generated<number>;
  asking_until: Date | null;
  outcome: 'accepted' | 'refused' | 'failed' | 'paid' | null;
  not_found: Generated<number>;
  not_found_at: Date | null;
  payer_card_id: bigint | null;
  payer_day: string | null;
}

export interface PayoutBatchTable {
  id: GeneratedAlways<bigint>;
  customer_id: bigint;
  currency: string;
  file_name: string;
  file_hash: Buffer;
  client_key: string;
  made_by: bigint;
  created_at: Date;
  state: Generated<'draft' | 'running' | 'done'>;
  version: Generated<number>;
  submitted_by: bigint | null;
  submitted_at: Date | null;
  request_id: string | null;
  request_ip: string | null;
  is_agreed: boolean | null;
  let_go_by: bigint | null;
  let_go_reason: string | null;
  let_go_request_id: string | null;
  let_go_upto: bigint | null;
}

export interface PayoutBatchRowTable {
  id: GeneratedAlways<bigint>;
  batch_id: bigint;
  n: number;
  bank_code: string;
  account_name: string;
  card_sealed: string;
  card_shown: string;
  amount: string;
  branch: string;
  memo: string;
  order_no: string;
  faults: Generated<string[]>;
  is_duplicate_known: Generated<boolean>;
  channel_id: bigint | null;
  fee: bigint | null;
  seal: string | null;
  outcome: string | null;
  payout_id: bigint | null;
}

export interface PayoutByHandTable {
  order_id: bigint;
  channel_account_id: bigint;
  third_party_no: string | null;
  slip: string | null;
  maker_id: bigint;
  checker_id: bigint | null;
  approval_id: bigint | null;
  said_at: Date;
}

export interface PayoutCardClearTable {
  customer_id: bigint;
  card_hash: string;
  currency: string;
  cleared_at: Date;
}

export interface PayoutChainTable {
  id: GeneratedAlways<bigint>;
  customer_id: bigint;
  agent_id: bigint;
  sub_agent_id: bigint;
  middleman_id: bigint;
  channel_account_id: bigint;
  currency: string;
  book: string;
  reserved: bigint;
  top_up: bigint;
  early: bigint;
  settleable: bigint;
  owed: bigint;
  sub_agent_income: bigint | null;
  middleman_income: bigint | null;
  agent_income: bigint;
  agent_owes: bigint;
  clearing: bigint;
  endpoint: bigint;
  system_income: bigint;
  suspense: bigint;
}

export interface PayoutChannelDayTable {
  day: string;
  customer_id: bigint;
  agent_id: bigint;
  sub_agent_id: bigint;
  channel_id: bigint;
  channel_account_id: bigint;
  currency: string;
  status: string;
  failure: string;
  made_count: bigint;
  made_amount: string;
  made_fee: string;
  ended_count: bigint;
  ended_amount: string;
  fee: string;
  endpoint_fee: string;
  sub_agent_fee: string;
  middleman_fee: string;
  system_fee: string;
  kept_endpoint_fee: string;
  kept_sub_agent_fee: string;
  kept_middleman_fee: string;
  kept_system_fee: string;
}

export interface PayoutChannelDayNowTable {
  day: string;
  customer_id: bigint;
  agent_id: bigint;
  sub_agent_id: bigint;
  channel_id: bigint;
  channel_account_id: bigint;
  currency: string;
  status: string;
  failure: string;
  made_count: bigint;
  made_amount: string;
  made_fee: string;
  ended_count: bigint;
  ended_amount: string;
  fee: string;
  endpoint_fee: string;
  sub_agent_fee: string;
  middleman_fee: string;
  system_fee: string;
  kept_endpoint_fee: string;
  kept_sub_agent_fee: string;
  kept_middleman_fee: string;
  kept_system_fee: string;
}

export interface PayoutChannelDayPartsTable {
  day: string;
  customer_id: bigint;
  agent_id: bigint;
  sub_agent_id: bigint;
  channel_id: bigint;
  channel_account_id: bigint;
  currency: string;
  status: string;
  failure: string;
  made_count: bigint;
  made_amount: string;
  made_fee: string;
  ended_count: bigint;
  ended_amount: string;
  fee: string;
  endpoint_fee: string;
  sub_agent_fee: string;
  middleman_fee: string;
  system_fee: string;
  kept_endpoint_fee: string;
  kept_sub_agent_fee: string;
  kept_middleman_fee: string;
  kept_system_fee: string;
}

export interface PayoutCommissionTable {
  created_at: Date;
  day: string;
  customer_id: bigint;
  agent_id: bigint;
  sub_agent_id: bigint;
  channel_id: bigint;
  channel_account_id: bigint;
  currency: string;
  order_no: string;
  amount: bigint;
  sub_agent_fee: bigint;
}

export interface PayoutDeltaTable {
  id: GeneratedAlways<bigint>;
  order_ids: bigint[];
  was_states: string[] | null;
  was_failures: string[] | null;
  was_channels: bigint[] | null;
  was_accounts: bigint[] | null;
  was_ends: Date[] | null;
  now_states: string[];
  now_failures: string[];
  now_channels: bigint[];
  now_accounts: bigint[];
  now_ends: Date[];
}

export interface PayoutFacetDayTable {
  day: string;
  customer_id: bigint;
  agent_id: bigint;
  sub_agent_id: bigint;
  currency: string;
  facet: 'bank' | 'hour';
  value: string;
  status: string;
  made_count: bigint;
  made_amount: string;
  made_fee: string;
}

export interface PayoutFacetDayNowTable {
  day: string;
  customer_id: bigint;
  agent_id: bigint;
  sub_agent_id: bigint;
  currency: string;
  facet: string;
  value: string;
  status: string;
  made_count: bigint;
  made_amount: string;
  made_fee: string;
}

export interface PayoutFacetDayPartsTable {
  day: string;
  customer_id: bigint;
  agent_id: bigint;
  sub_agent_id: bigint;
  currency: string;
  facet: string;
  value: string;
  status: string;
  made_count: bigint;
  made_amount: string;
  made_fee: string;
}

export interface PayoutFlagTable {
  order_id: bigint;
  reason: string;
  about: string;
  flagged_at: Date;
}

export interface PayoutHoldTable {
  order_id: bigint;
  hold_no: number;
  account_ids: bigint[];
  amounts: bigint[];
  early_days: Date[] | null;
  early_amounts: bigint[] | null;
  given_back_at: Date | null;
}

export interface PayoutHourTable {
  customer_id: bigint;
  currency: string;
  begins_at: Date;
  key_id: bigint;
  person_id: bigint;
  count: bigint;
  amount: bigint;
  refunds: Generated<bigint>;
  refunded: Generated<bigint>;
  peak: bigint | null;
}

export interface PayoutInHandTable {
  order_id: bigint;
  user_id: bigint;
  since: Date;
}

export interface PayoutLockTable {
  order_id: bigint;
  user_id: bigint;
  until: Date;
  since: Generated<Date>;
}

export interface PayoutOrderTable {
  id: bigint;
  order_no: string;
  merchant_order_no: string;
  customer_id: bigint;
  agent_id: bigint;
  sub_agent_id: bigint | null;
  middleman_id: bigint | null;
  currency: string;
  amount: bigint;
  account_name: string;
  bank_code: string;
  branch: string | null;
  card_sealed: string;
  card_hash: string;
  card_shown: string;
  name_mark: string | null;
  card_mark: string | null;
  memo: string | null;
  metadata: Generated<Json>;
  notify_url: string | null;
  locale: string | null;
  source: 'api' | 'manual' | 'batch' | 'seed';
  api_version: string;
  api_key_id: bigint | null;
  submitted_by: bigint | null;
  is_test: Generated<boolean>;
  request_hash: Buffer;
  request_ip: string | null;
  created_at: Date;
  method: string | null;
  merchant_fee: bigint;
  route: Json;
  channel_id: bigint | null;
  channel_account_id: bigint | null;
  chain_id: bigint | null;
  endpoint_fee: bigint;
  sub_agent_fee: bigint;
  middleman_fee: bigint;
  system_fee: bigint;
  takes_system_fee: boolean;
  hold_no: number | null;
  attempt_no: number | null;
  provider_order_no: string | null;
  stage: 'accepted' | 'verifying' | 'queued' | 'claimed' | 'submitted' | 'unknown' | null;
  stage_since: Date | null;
  wait_reason: 'coolDown' | 'velocity' | 'approval' | 'manualDispatch' | null;
  failure: string | null;
  check_result: string | null;
  completed_at: Date | null;
  reverse_status: Generated<'none' | 'pending' | 'reversed'>;
  callback_status: Generated<'not_sent' | 'sending' | 'success' | 'failed'>;
  status: 'processing' | 'paid' | 'rejected' | 'rejected_reversed' | 'verify_failed' | 'insufficient_balance';
}

export interface PayoutSettingTable {
  owner_id: bigint;
  currency: string;
  min_amount: bigint | null;
  max_amount: bigint | null;
  daily_amount: bigint | null;
  daily_count: number | null;
  card_daily_amount: bigint | null;
  card_daily_count: number | null;
  manual_from: bigint | null;
  payee_hour_count: number | null;
  payee_day_amount: bigint | null;
  user_hour_count: number | null;
  key_hour_count: number | null;
  merchant_peak_factor: number | null;
  version: Generated<number>;
  bound: Json;
}

export interface PayoutSlipTable {
  hash: string;
  mime: 'image/png' | 'image/jpeg' | 'image/webp' | 'application/pdf';
  bytes: Buffer;
  uploaded_by: bigint;
  uploaded_at: Date;
  is_named: Generated<boolean>;
}

export interface PayoutTallyTable {
  kind: string;
  subject_id: bigint;
  currency: string;
  begins_at: Date;
  count: bigint;
  amount: bigint;
  peak: bigint;
}

export interface PayoutTransferTable {
  order_id: bigint;
  tx_hash: string;
  state: Generated<'asked' | 'refused' | 'replaced'>;
  refusal: string | null;
  named_by: bigint;
  named_at: Date;
  heard_at: Date | null;
}

export interface PayoutUnsentTable {
  id: GeneratedAlways<bigint>;
  order_id: bigint;
  attempt: number;
  becomes: 'queued' | 'rejected';
  state: Generated<'asked' | 'clear' | 'contradicted' | 'overtaken'>;
  tx_hash: string | null;
  maker_id: bigint;
  checker_id: bigint | null;
  approval_id: bigint | null;
  reason: string;
  said_at: Date;
  heard_at: Date | null;
}

export interface PayoutWorkTable {
  order_id: bigint;
  next_at: Date;
  looks: Generated<number>;
}

export interface PollingStateTable {
  customer_id: bigint;
  alias: string;
  stands: Json;
  drawn: bigint | null;
}

export interface PostingTable {
  journal_id: bigint;
  leg_no: bigint;
  event: string;
  ref_id: bigint;
  seq: number;
  book: string;
  currency: string;
  posted_at: Date;
  account_id: bigint;
  amount: bigint;
  balance_after: bigint;
  version: bigint;
}

export interface PriceVersionTable {
  id: GeneratedAlways<bigint>;
  party: 'merchant' | 'system' | 'endpoint';
  method_id: bigint | null;
  customer_id: bigint | null;
  alias: string | null;
  agent_id: bigint | null;
  channel_id: bigint;
  version: number | null;
  before: Json;
  prices: Json;
  allow_loss: Generated<boolean>;
  valid_from: Date;
  state: Generated<'scheduled' | 'current' | 'past' | 'refused' | 'withdrawn'>;
  failure: string | null;
  maker_id: bigint | null;
  checker_id: bigint | null;
  approval_id: bigint | null;
  reason: string | null;
  created_at: Date;
  applied_at: Date | null;
  ended_at: Date | null;
}

export interface PrivateTransferTable {
  id: GeneratedAlways<bigint>;
  agent_id: bigint | null;
  customer_id: bigint | null;
  real_name: string;
  name_mark: string;
  last5: string;
  currency: string;
  amount: bigint;
  paid_at: Date;
  note: string | null;
  made_by: bigint;
  created_at: Date;
}

export interface ProofBalanceTable {
  account_id: bigint;
  balance: bigint;
  version: bigint;
}

export interface ProofPointTable {
  singleton: Generated<boolean>;
  taken_at: Date;
  journal_id: bigint;
}

export interface ProofRunTable {
  id: GeneratedAlways<bigint>;
  started_at: Date;
  finished_at: Date;
  duration_ms: number;
  passed: boolean;
  started_by: bigint | null;
  result: Json;
}

export interface ProtectionVersionTable {
  singleton: Generated<boolean>;
  version: Generated<bigint>;
}

export interface ProviderTable {
  id: GeneratedAlways<bigint>;
  code: string;
  name: string;
  driver: string;
}

export interface ProviderConfirmationTable {
  channel_account_id: bigint;
  provider_ref: string;
  order_id: bigint | null;
  amount: bigint;
  confirmed_at: Date;
}

export interface ProviderLogTable {
  id: GeneratedAlways<bigint>;
  order_id: bigint | null;
  channel_account_id: bigint;
  at: Date;
  direction: 'out' | 'in';
  operation: string;
  http_status: number | null;
  latency_ms: number | null;
  outcome: string;
  request: string;
  response: string;
  order_kind: Generated<'collection' | 'payout'>;
}

export interface RareOrderTable {
  order_kind: 'collection' | 'payout';
  order_id: bigint;
  created_at: Date;
  customer_id: bigint;
  agent_id: bigint;
  status: string;
  sub_agent_id: bigint | null;
  channel_id: bigint | null;
  channel_account_id: bigint | null;
  currency: string | null;
  is_test: boolean | null;
  order_amount: bigint | null;
  actual_amount: bigint | null;
  accounted_amount: bigint | null;
  fee: bigint | null;
}

export interface ReceiptTable {
  id: GeneratedAlways<bigint>;
  channel_account_id: bigint;
  order_id: bigint | null;
  provider_ref: string;
  currency: string;
  amount: bigint;
  reason: string;
  received_at: Date;
  closed_at: Date | null;
  taken: Generated<bigint>;
}

export interface ReceiptEndTable {
  id: GeneratedAlways<bigint>;
  receipt_id: bigint;
  kind: 'sendBack' | 'restore';
  amount: bigint;
  provider_ref: string | null;
  maker_id: bigint;
  maker_person: bigint;
  checker_id: bigint | null;
  approval_id: bigint | null;
  reason: string;
  created_at: Date;
}

export interface ReceiptLockTable {
  order_id: bigint;
  user_id: bigint;
  until: Date;
  since: Generated<Date>;
}

export interface ReconciliationAccountTable {
  id: bigint;
  name: string;
  agent_id: bigint;
  provider_id: bigint;
  direction: string;
  currency: string;
}

export interface ReconciliationBookedTable {
  item: string;
  channel_account_id: bigint;
  ref: string;
  way: string;
  amount: bigint;
  fee: bigint;
  at: Date;
  order_kind: string;
  order_id: bigint;
}

export interface ReconciliationCommentTable {
  id: GeneratedAlways<bigint>;
  difference_id: bigint;
  made_by: bigint;
  made_at: Date;
  body: string;
}

export interface ReconciliationDayTable {
  id: GeneratedAlways<bigint>;
  channel_account_id: bigint;
  day: string;
  lines: Generated<number>;
  matched: Generated<number>;
  open: Generated<number>;
  ours: Generated<string>;
  theirs: Generated<string>;
  closed_at: Date | null;
  closed_by: bigint | null;
}

export interface ReconciliationDayNowTable {
  id: bigint;
  account_id: bigint;
  account_name: string;
  agent_id: bigint;
  agent_name: string;
  provider_id: bigint;
  provider_name: string;
  currency: string;
  day: string;
  lines: number;
  matched: number;
  open: number;
  ours: string;
  theirs: string;
  files: number;
  imported_at: Date;
  closed_at: Date;
  closed_by_name: string;
}

export interface ReconciliationDifferenceTable {
  id: GeneratedAlways<bigint>;
  day_id: bigint;
  type: 'ours_only' | 'theirs_only' | 'amount' | 'state' | 'fee';
  line_id: bigint | null;
  item: string | null;
  order_kind: 'collection' | 'payout' | null;
  order_id: bigint | null;
  ours: bigint;
  theirs: bigint;
  found_at: Date;
  assignee_id: bigint | null;
  act: 'matched' | 'receipt' | 'writeOff' | 'dismiss' | null;
  journal_id: bigint | null;
  reason: string | null;
  resolved_at: Date | null;
  resolved_by: bigint | null;
}

export interface ReconciliationDifferenceNowTable {
  id: bigint;
  type: string;
  day_id: bigint;
  day: string;
  day_closed: boolean;
  account_id: bigint;
  account_name: string;
  direction: string;
  agent_id: bigint;
  currency: string;
  order_kind: string;
  order_id: bigint;
  order_no: string;
  merchant_order_no: string;
  n: number;
  line_kind: string;
  line_ref: string;
  line_own_no: string;
  line_at: Date;
  booked_ref: string;
  ours: bigint;
  theirs: bigint;
  found_at: Date;
  age_s: number;
  assignee_id: bigint;
  assignee_name: string;
  act: string;
  journal_id: bigint;
  reason: string;
  resolved_at: Date;
  resolved_by_name: string;
  comments: Json;
  order_status: string;
  line_status: string;
}

export interface ReconciliationImportTable {
  id: GeneratedAlways<bigint>;
  day_id: bigint;
  hash: Buffer;
  file_name: string;
  lines: number;
  known: number;
  made_by: bigint;
  made_at: Date;
}

export interface ReconciliationLineTable {
  id: GeneratedAlways<bigint>;
  day_id: bigint;
  import_id: bigint;
  n: number;
  mark: Buffer;
  kind: 'payment' | 'payout' | 'refund' | 'reversal' | 'return' | 'settlement' | 'topUp' | 'fee';
  ref: string;
  own_no: string;
  amount: bigint;
  fee: bigint | null;
  status: 'done' | 'pending' | 'failed';
  at: Date | null;
  item: string | null;
  order_kind: 'collection' | 'payout' | null;
  order_id: bigint | null;
}

export interface ReconciliationMappingTable {
  provider_id: bigint;
  titles: Json;
  version: Generated<number>;
  set_by: bigint;
  set_at: Date;
}

export interface ReconciliationWriteOffTable {
  id: GeneratedAlways<bigint>;
  difference_id: bigint;
  channel_account_id: bigint;
  currency: string;
  kind: 'A100' | 'L260';
  amount: bigint;
  maker_id: bigint;
  checker_id: bigint | null;
  approval_id: bigint | null;
  reason: string;
  created_at: Date;
}

export interface RefundTable {
  id: GeneratedAlways<bigint>;
  no: GeneratedAlways<string>;
  kind: 'refund' | 'charge_back';
  order_id: bigint;
  customer_id: bigint;
  agent_id: bigint;
  sub_agent_id: bigint | null;
  currency: string;
  channel_account_id: bigint;
  amount: bigint;
  status: 'preparing' | 'refunding' | 'success' | 'failed';
  completes: boolean | null;
  taken: bigint[] | null;
  early_days: Generated<Date[]>;
  early_amounts: Generated<bigint[]>;
  attempts: Generated<number>;
  seq: Generated<number>;
  exchanged: Generated<bigint>;
  provider_ref: string | null;
  failure: string | null;
  maker_id: bigint;
  maker_person: bigint;
  checker_id: bigint | null;
  approval_id: bigint | null;
  reason: string;
  merchant_refund_no: string | null;
  api_key_id: bigint | null;
  request_hash: Buffer | null;
  sent_by: bigint | null;
  decided_by: bigint | null;
  created_at: Date;
  sent_at: Date | null;
  completed_at: Date | null;
  closed_at: Date | null;
  won_at: Date | null;
  won_ref: string | null;
  won_by: bigint | null;
  won_reason: string | null;
  won_approval_id: bigint | null;
}

export interface RefundAttemptTable {
  refund_id: bigint;
  n: number;
  request_no: string;
  asked_at: Date;
  outcome: 'accepted' | 'paid' | 'failed' | null;
  provider_refund_no: string | null;
  asks: Generated<number>;
  unknown_asks: Generated<number>;
  next_at: Date | null;
}

export interface RefundTakenTable {
  order_id: bigint;
  taken: bigint[];
}

export interface RequestLogTable {
  id: GeneratedAlways<bigint>;
  at: Date;
  request_id: string;
  customer_id: bigint | null;
  ip: string;
  endpoint: string;
  order_kind: 'collection' | 'payout';
  order_id: bigint | null;
  merchant_order_no: string | null;
  http_status: number;
  outcome: string;
  latency_ms: number;
  request: string;
  response: string;
}

export interface RequestLogGapTable {
  id: GeneratedAlways<bigint>;
  at: Date;
  dropped: number;
}

export interface RoleTable {
  id: GeneratedAlways<bigint>;
  name: string;
  owner_id: bigint | null;
  permissions: string[];
  created_at: Date;
  updated_at: Date;
}

export interface RoutingReplayTable {
  id: GeneratedAlways<bigint>;
  user_id: bigint;
  agent_id: bigint | null;
  day: string;
  customer_id: bigint | null;
  changes: Json;
  state: 'running' | 'done' | 'failed';
  orders: Generated<bigint>;
  result: Json;
  created_at: Date;
  ended_at: Date | null;
  direction: 'collection' | 'payout';
}

export interface SavedPayeeTable {
  id: GeneratedAlways<bigint>;
  customer_id: bigint;
  account_name: string;
  bank_code: string;
  branch: string | null;
  card_sealed: string;
  card_hash: string;
  card_shown: string;
  alias: string | null;
  made_by: bigint;
  created_at: Date;
  usable_from: Date;
}

export interface SessionTable {
  id: GeneratedAlways<bigint>;
  user_id: bigint;
  token_hash: string;
  browser_hash: string | null;
  ip: string | null;
  user_agent: string | null;
  created_at: Generated<Date>;
  last_seen_at: Generated<Date>;
  expires_at: Date;
  ended_at: Date | null;
  ended_reason: string | null;
  acting_for: bigint | null;
  second_factor: Generated<boolean>;
  opened_from: bigint | null;
}

export interface SettleCalendarTable {
  day: string;
  rule: string;
  release_at: Date;
}

export interface SettlementDueTable {
  settle_at: Date;
  order_id: bigint;
  remaining: bigint[] | null;
  set_aside_at: Date | null;
  set_aside_reason: string | null;
  frozen_by: bigint | null;
}

export interface ShadowGrantTable {
  id: GeneratedAlways<bigint>;
  grantee_id: bigint;
  target_id: bigint;
  read_only: Generated<boolean>;
  reason: string;
  granted_by: bigint;
  granted_at: Generated<Date>;
  expires_at: Date;
  revoked_at: Date | null;
  revoked_by: bigint | null;
}

export interface SocketIoAttachmentsTable {
  id: Generated<bigint>;
  created_at: Generated<Date | null>;
  payload: Buffer | null;
}

export interface StandingRecordTable {
  name: string;
  print: string;
}

export interface StatementTable {
  id: GeneratedAlways<bigint>;
  customer_id: bigint;
  agent_id: bigint;
  period: string;
  currency: string;
  head: string;
  key_id: string;
  signature: string;
  made_by: bigint;
  made_at: Date;
}

export interface StatementKeyTable {
  id: string;
  public_key: string;
  private_sealed: string;
  created_at: Date;
  retired_at: Date | null;
}

export interface SupplyTable {
  order_id: bigint;
  customer_id: bigint;
  currency: string;
  amount: bigint;
  source: 'receipt' | 'provider' | 'agent' | 'goodwill';
  receipt_id: bigint | null;
  maker_id: bigint;
  maker_person: bigint;
  checker_id: bigint | null;
  approval_id: bigint | null;
  reason: string;
  created_at: Date;
}

export interface SystemFeeCollectionTable {
  id: GeneratedAlways<bigint>;
  agent_id: bigint;
  currency: string;
  amount: bigint;
  for_month: string | null;
  maker_id: bigint | null;
  reason: string | null;
  created_at: Date;
}

export interface ToldTransferTable {
  id: GeneratedAlways<bigint>;
  channel_account_id: bigint;
  source: 'feed' | 'file';
  told_ref: string;
  ref: string;
  destination: string;
  at: Date;
  amount: bigint;
  payer_name: string | null;
  payer_last5: string | null;
  memo: string | null;
  file_id: bigint | null;
  is_open: boolean;
}

export interface TotpUsedTable {
  user_id: bigint;
  step: bigint;
}

export interface TransferFileTable {
  id: GeneratedAlways<bigint>;
  channel_account_id: bigint;
  hash: Buffer;
  file_name: string;
  lines: Json;
  made_by: bigint;
  made_at: Date;
  taken_at: Date | null;
}

export interface TwoFactorChangeTable {
  user_id: bigint;
  session_id: bigint;
  secret_sealed: string;
  attempts: Generated<number>;
  expires_at: Date;
}

export interface UserPreferenceTable {
  user_id: bigint;
  key: string;
  value: Json;
}

export interface WebhookEndpointTable {
  customer_id: bigint;
  url: string | null;
  secret_sealed: string;
  previous_secret_sealed: string | null;
  previous_until: Date | null;
  paused_at: Date | null;
  v1_secret_sealed: string | null;
  extended: Generated<boolean>;
  opt_in_events: Generated<string[]>;
  paused_by: bigint | null;
}

export interface WithdrawAccountTable {
  id: GeneratedAlways<bigint>;
  owner_id: bigint;
  type: 'bank' | 'chain';
  currency: string;
  account_name: string | null;
  bank_code: string | null;
  branch: string | null;
  province: string | null;
  city: string | null;
  alias: string | null;
  card_sealed: string | null;
  card_shown: string | null;
  address: string | null;
  network: string | null;
  account_hash: string;
  name_mark: string | null;
  card_mark: string | null;
  usable_from: Date;
  refused: Generated<boolean>;
  decided_by: bigint | null;
  made_by: bigint;
  created_at: Date;
  deleted_at: Date | null;
}

export interface WithdrawCardClearTable {
  id: GeneratedAlways<bigint>;
  account_hash: string;
  cleared_by: bigint;
  reason: string;
  cleared_at: Date;
}

export interface WithdrawFeeTable {
  id: GeneratedAlways<bigint>;
  owner_id: bigint | null;
  role: 'customer' | 'subAgent' | 'middleman' | 'agent' | null;
  currency: string;
  target_currency: string;
  type: 'bank' | 'chain';
  pct: string;
  fixed: bigint;
  mode: 'inside' | 'outside';
  share_pct: string;
  share_fixed: bigint;
  valid_from: Date;
  by_agent: Generated<boolean>;
  version: Generated<number>;
  removed_at: Date | null;
}

export interface WithdrawQuoteTable {
  id: GeneratedAlways<bigint>;
  owner_id: bigint;
  currency: string;
  target_currency: string;
  rate: bigint;
  platform_rate: bigint;
  made_at: Date;
  until: Date;
}

export interface WithdrawRuleTable {
  id: GeneratedAlways<bigint>;
  owner_id: bigint | null;
  role: 'customer' | 'subAgent' | 'middleman' | 'agent' | null;
  currency: string;
  min_amount: bigint | null;
  max_amount: bigint | null;
  daily_amount: bigint | null;
  daily_count: number | null;
  per_card_daily: bigint | null;
  card_usage_limit: number | null;
  windows: Json;
  holidays_closed: boolean | null;
  auto_approve_max: bigint | null;
  settle_accounts_max: number | null;
  account_rest_h: number | null;
  rate_lock_s: number | null;
  version: Generated<number>;
  bound: Json;
}

export interface WithdrawalTable {
  id: GeneratedAlways<bigint>;
  no: GeneratedAlways<string>;
  owner_id: bigint;
  agent_id: bigint;
  currency: string;
  amount: bigint;
  hold: bigint;
  target_currency: string;
  target_amount: bigint;
  fee: bigint;
  fee_mode: 'inside' | 'outside';
  agent_share: bigint;
  rate: bigint | null;
  rate_until: Date | null;
  account_id: bigint;
  type: 'bank' | 'chain';
  account_name: string | null;
  bank_code: string | null;
  branch: string | null;
  card_sealed: string | null;
  card_shown: string | null;
  address: string | null;
  network: string | null;
  account_hash: string;
  name_mark: string | null;
  card_mark: string | null;
  is_cooling: boolean;
  made_by: bigint;
  created_at: Date;
  operator_id: bigint | null;
  checker_id: bigint | null;
  approval_id: bigint | null;
  third_party_no: string | null;
  remarks: string | null;
  decision_reason: string | null;
  completed_at: Date | null;
  status: Generated<'pending' | 'processing' | 'paid' | 'rejected' | 'cancelled' | 'reversed'>;
  slip: string | null;
}

export interface Tables {
  account: AccountTable;
  account_change: AccountChangeTable;
  account_day: AccountDayTable;
  account_day_now: AccountDayNowTable;
  account_fold: AccountFoldTable;
  account_kind: AccountKindTable;
  admin_recovery: AdminRecoveryTable;
  agent_method: AgentMethodTable;
  alert_call: AlertCallTable;
  alert_rule: AlertRuleTable;
  alert_state: AlertStateTable;
  api_key: ApiKeyTable;
  api_usage: ApiUsageTable;
  app_user: AppUserTable;
  approval: ApprovalTable;
  approval_policy: ApprovalPolicyTable;
  approval_sum: ApprovalSumTable;
  archive_progress: ArchiveProgressTable;
  archive_recall: ArchiveRecallTable;
  archive_setting: ArchiveSettingTable;
  audit_entry: AuditEntryTable;
  audit_log: AuditLogTable;
  audit_proof: AuditProofTable;
  audit_seal: AuditSealTable;
  audit_setting: AuditSettingTable;
  awaited_transfer: AwaitedTransferTable;
  backup: BackupTable;
  backup_schedule: BackupScheduleTable;
  balance: BalanceTable;
  balance_edit: BalanceEditTable;
  block_entry: BlockEntryTable;
  branding: BrandingTable;
  branding_logo: BrandingLogoTable;
  broadcast: BroadcastTable;
  business_clock: BusinessClockTable;
  callback: CallbackTable;
  callback_attempt: CallbackAttemptTable;
  captcha_used: CaptchaUsedTable;
  channel: ChannelTable;
  channel_account: ChannelAccountTable;
  channel_account_usage: ChannelAccountUsageTable;
  channel_check: ChannelCheckTable;
  channel_exception: ChannelExceptionTable;
  channel_feed: ChannelFeedTable;
  channel_model: ChannelModelTable;
  channel_model_item: ChannelModelItemTable;
  channel_notice: ChannelNoticeTable;
  channel_prefund: ChannelPrefundTable;
  channel_probe: ChannelProbeTable;
  channel_reservation: ChannelReservationTable;
  channel_settlement: ChannelSettlementTable;
  channel_state: ChannelStateTable;
  channel_swap: ChannelSwapTable;
  channel_swap_row: ChannelSwapRowTable;
  channel_usage: ChannelUsageTable;
  clearing_day: ClearingDayTable;
  clearing_day_now: ClearingDayNowTable;
  collection_agent_day: CollectionAgentDayTable;
  collection_agent_day_now: CollectionAgentDayNowTable;
  collection_answer: CollectionAnswerTable;
  collection_attempt: CollectionAttemptTable;
  collection_channel_day: CollectionChannelDayTable;
  collection_channel_day_now: CollectionChannelDayNowTable;
  collection_channel_day_parts: CollectionChannelDayPartsTable;
  collection_check: CollectionCheckTable;
  collection_day: CollectionDayTable;
  collection_day_now: CollectionDayNowTable;
  collection_delta: CollectionDeltaTable;
  collection_flag: CollectionFlagTable;
  collection_hour: CollectionHourTable;
  collection_hour_now: CollectionHourNowTable;
  collection_lock: CollectionLockTable;
  collection_merchant_day: CollectionMerchantDayTable;
  collection_merchant_day_now: CollectionMerchantDayNowTable;
  collection_order: CollectionOrderTable;
  collection_payer: CollectionPayerTable;
  collection_payer_name: CollectionPayerNameTable;
  collection_plan: CollectionPlanTable;
  collection_setting: CollectionSettingTable;
  collection_uncounted: CollectionUncountedTable;
  customer_method: CustomerMethodTable;
  customer_model: CustomerModelTable;
  daily_report: DailyReportTable;
  daily_report_look: DailyReportLookTable;
  daily_report_row: DailyReportRowTable;
  deposit: DepositTable;
  due_work: DueWorkTable;
  early_settlement: EarlySettlementTable;
  exchange_rate: ExchangeRateTable;
  export_job: ExportJobTable;
  export_ticket: ExportTicketTable;
  failed_callback: FailedCallbackTable;
  firewall_ban: FirewallBanTable;
  firewall_count: FirewallCountTable;
  firewall_rule: FirewallRuleTable;
  fund_move: FundMoveTable;
  holiday: HolidayTable;
  house_exchange: HouseExchangeTable;
  idempotency_key: IdempotencyKeyTable;
  impersonation: ImpersonationTable;
  income_day: IncomeDayTable;
  income_day_now: IncomeDayNowTable;
  income_drawing: IncomeDrawingTable;
  income_fold: IncomeFoldTable;
  installation: InstallationTable;
  journal: JournalTable;
  journal_rule: JournalRuleTable;
  list_watch: ListWatchTable;
  listed_by_amount: ListedByAmountTable;
  login_attempt: LoginAttemptTable;
  login_challenge: LoginChallengeTable;
  login_guard: LoginGuardTable;
  maintenance: MaintenanceTable;
  merchant_day: MerchantDayTable;
  merchant_day_now: MerchantDayNowTable;
  merchant_earner: MerchantEarnerTable;
  merchant_nonce: MerchantNonceTable;
  money_pause: MoneyPauseTable;
  notification: NotificationTable;
  order_by_amount: OrderByAmountTable;
  outbox: OutboxTable;
  outbox_batch: OutboxBatchTable;
  outbox_dead: OutboxDeadTable;
  outbox_event: OutboxEventTable;
  paid_proof: PaidProofTable;
  password_link: PasswordLinkTable;
  payer_card: PayerCardTable;
  payer_changed: PayerChangedTable;
  payer_slice: PayerSliceTable;
  payout_agent_day: PayoutAgentDayTable;
  payout_agent_day_now: PayoutAgentDayNowTable;
  payout_attempt: PayoutAttemptTable;
  payout_batch: PayoutBatchTable;
  payout_batch_row: PayoutBatchRowTable;
  payout_by_hand: PayoutByHandTable;
  payout_card_clear: PayoutCardClearTable;
  payout_chain: PayoutChainTable;
  payout_channel_day: PayoutChannelDayTable;
  payout_channel_day_now: PayoutChannelDayNowTable;
  payout_channel_day_parts: PayoutChannelDayPartsTable;
  payout_commission: PayoutCommissionTable;
  payout_delta: PayoutDeltaTable;
  payout_facet_day: PayoutFacetDayTable;
  payout_facet_day_now: PayoutFacetDayNowTable;
  payout_facet_day_parts: PayoutFacetDayPartsTable;
  payout_flag: PayoutFlagTable;
  payout_hold: PayoutHoldTable;
  payout_hour: PayoutHourTable;
  payout_in_hand: PayoutInHandTable;
  payout_lock: PayoutLockTable;
  payout_order: PayoutOrderTable;
  payout_setting: PayoutSettingTable;
  payout_slip: PayoutSlipTable;
  payout_tally: PayoutTallyTable;
  payout_transfer: PayoutTransferTable;
  payout_unsent: PayoutUnsentTable;
  payout_work: PayoutWorkTable;
  polling_state: PollingStateTable;
  posting: PostingTable;
  price_version: PriceVersionTable;
  private_transfer: PrivateTransferTable;
  proof_balance: ProofBalanceTable;
  proof_point: ProofPointTable;
  proof_run: ProofRunTable;
  protection_version: ProtectionVersionTable;
  provider: ProviderTable;
  provider_confirmation: ProviderConfirmationTable;
  provider_log: ProviderLogTable;
  rare_order: RareOrderTable;
  receipt: ReceiptTable;
  receipt_end: ReceiptEndTable;
  receipt_lock: ReceiptLockTable;
  reconciliation_account: ReconciliationAccountTable;
  reconciliation_booked: ReconciliationBookedTable;
  reconciliation_comment: ReconciliationCommentTable;
  reconciliation_day: ReconciliationDayTable;
  reconciliation_day_now: ReconciliationDayNowTable;
  reconciliation_difference: ReconciliationDifferenceTable;
  reconciliation_difference_now: ReconciliationDifferenceNowTable;
  reconciliation_import: ReconciliationImportTable;
  reconciliation_line: ReconciliationLineTable;
  reconciliation_mapping: ReconciliationMappingTable;
  reconciliation_write_off: ReconciliationWriteOffTable;
  refund: RefundTable;
  refund_attempt: RefundAttemptTable;
  refund_taken: RefundTakenTable;
  request_log: RequestLogTable;
  request_log_gap: RequestLogGapTable;
  role: RoleTable;
  routing_replay: RoutingReplayTable;
  saved_payee: SavedPayeeTable;
  session: SessionTable;
  settle_calendar: SettleCalendarTable;
  settlement_due: SettlementDueTable;
  shadow_grant: ShadowGrantTable;
  socket_io_attachments: SocketIoAttachmentsTable;
  standing_record: StandingRecordTable;
  statement: StatementTable;
  statement_key: StatementKeyTable;
  supply: SupplyTable;
  system_fee_collection: SystemFeeCollectionTable;
  told_transfer: ToldTransferTable;
  totp_used: TotpUsedTable;
  transfer_file: TransferFileTable;
  two_factor_change: TwoFactorChangeTable;
  user_preference: UserPreferenceTable;
  webhook_endpoint: WebhookEndpointTable;
  withdraw_account: WithdrawAccountTable;
  withdraw_card_clear: WithdrawCardClearTable;
  withdraw_fee: WithdrawFeeTable;
  withdraw_quote: WithdrawQuoteTable;
  withdraw_rule: WithdrawRuleTable;
  withdrawal: WithdrawalTable;
}
