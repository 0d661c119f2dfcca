/** The bank's own tables. Amounts are micro units (10⁻⁶); times are the bank's clock. */
export const schema = `
create schema if not exists sandbox_bank;

create table if not exists sandbox_bank.clock (
  only_row boolean primary key default true check (only_row),
  ahead_ms bigint not null default 0
);
insert into sandbox_bank.clock default values on conflict do nothing;

create table if not exists sandbox_bank.charge (
  id bigint generated always as identity primary key,
  charge_no text not null unique,
  merchant_no text not null,
  merchant_order_no text not null,
  request_hash text not null,
  amount_micro bigint not null check (amount_micro > 0),
  currency text not null,
  kind text not null check (kind in ('bank_transfer', 'qr', 'redirect', 'cvs')),
  notify_url text not null,
  return_url text,
  payer_name text,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  scenario text,
  status text not null default 'pending' check (status in ('pending', 'paid', 'failed', 'reversed')),
  paid_micro bigint,
  paid_at timestamptz,
  simulated boolean not null default false,
  payment jsonb not null,
  -- The account or code a payer pays to; it finds the charge, so no two charges share one.
  account_no text constraint charge_account_no_key unique,
  constraint charge_order_key unique (merchant_no, merchant_order_no)
);

-- What a scenario still has in store for a charge.
create table if not exists sandbox_bank.step (
  id bigint generated always as identity primary key,
  charge_id bigint not null references sandbox_bank.charge,
  due_at timestamptz not null,
  act jsonb not null
);
create index if not exists step_due on sandbox_bank.step (due_at);
create index if not exists step_charge on sandbox_bank.step (charge_id);

-- What the bank pays for merchants.
create table if not exists sandbox_bank.payout (
  id bigint generated always as identity primary key,
  payout_no text not null unique,
  merchant_no text not null,
  merchant_order_no text not null,
  request_hash text not null,
  amount_micro bigint not null check (amount_micro > 0),
  currency text not null,
  bank_code text not null,
  account_no text not null,
  account_name text not null,
  notify_url text not null,
  created_at timestamptz not null,
  scenario text,
  status text not null default 'processing' check (status in ('processing', 'paid', 'failed', 'returned')),
  returned_micro bigint,
  constraint payout_order_key unique (merchant_no, merchant_order_no)
);

create table if not exists sandbox_bank.payout_step (
  id bigint generated always as identity primary key,
  payout_id bigint not null references sandbox_bank.payout,
  due_at timestamptz not null,
  step jsonb not null
);
create index if not exists payout_step_due on sandbox_bank.payout_step (due_at);

-- What left the bank and what came back, each at the most once a payout.
create table if not exists sandbox_bank.payout_entry (
  id bigint generated always as identity primary key,
  payout_id bigint not null references sandbox_bank.payout,
  merchant_no text not null,
  currency text not null,
  kind text not null check (kind in ('payout', 'return')),
  amount_micro bigint not null,
  booked_at timestamptz not null,
  constraint payout_entry_once unique (payout_id, kind)
);

-- What goes back to payers.
create table if not exists sandbox_bank.refund (
  id bigint generated always as identity primary key,
  bank_no text not null unique,
  merchant_no text not null,
  refund_no text not null,
  charge_id bigint not null references sandbox_bank.charge,
  request_hash text not null,
  amount_micro bigint not null check (amount_micro > 0),
  currency text not null,
  status text not null check (status in ('processing', 'paid', 'failed')),
  created_at timestamptz not null,
  constraint refund_no_key unique (merchant_no, refund_no)
);
create index if not exists refund_charge on sandbox_bank.refund (charge_id);

-- Every create and every query as it was asked, so that it can be seen whether a merchant asks twice for one charge
-- without having looked in between.
create table if not exists sandbox_bank.asked (
  id bigint generated always as identity primary key,
  merchant_no text not null,
  merchant_order_no text not null,
  act text not null check (act in ('create', 'query'))
);
create index if not exists asked_order on sandbox_bank.asked (merchant_no, merchant_order_no);

-- One row a message to a merchant; due_at is null once it was acknowledged or given up.
create table if not exists sandbox_bank.notify (
  id bigint generated always as identity primary key,
  -- What it is about: a charge or a payout.
  charge_id bigint references sandbox_bank.charge,
  payout_id bigint references sandbox_bank.payout,
  event_id text not null,
  target_url text not null,
  body text not null,
  wrong_signature boolean not null default false,
  attempts int not null default 0,
  due_at timestamptz,
  outcome text not null default 'waiting' check (outcome in ('waiting', 'acknowledged', 'refused'))
);
alter table sandbox_bank.notify alter column charge_id drop not null;
alter table sandbox_bank.notify add column if not exists payout_id bigint references sandbox_bank.payout;
-- Whose language the charge is spoken of in, and what that language repeats of its order.
alter table sandbox_bank.charge add column if not exists dialect text not null default 'simpay';
alter table sandbox_bank.charge add column if not exists told jsonb not null default '{}';
create index if not exists notify_due on sandbox_bank.notify (due_at) where due_at is not null;
create index if not exists notify_charge on sandbox_bank.notify (charge_id);

create table if not exists sandbox_bank.notify_attempt (
  id bigint generated always as identity primary key,
  notify_id bigint not null references sandbox_bank.notify,
  number int not null,
  sent_at timestamptz not null,
  timestamp_header text not null,
  signature text not null,
  http_status int,
  answer text,
  failure text,
  duration_ms int not null
);
create index if not exists notify_attempt_notify on sandbox_bank.notify_attempt (notify_id);

-- The bank's books: what the statement of a day lists.
create table if not exists sandbox_bank.entry (
  id bigint generated always as identity primary key,
  charge_id bigint not null references sandbox_bank.charge,
  merchant_no text not null,
  currency text not null,
  kind text not null check (kind in ('payment', 'reversal')),
  amount_micro bigint not null,
  booked_at timestamptz not null
);
create index if not exists entry_statement on sandbox_bank.entry (merchant_no, booked_at);

-- What was booked before the bank kept charges: the past with which a merchant came.
create table if not exists sandbox_bank.earlier_entry (
  id bigint generated always as identity primary key,
  merchant_no text not null,
  charge_no text not null,
  merchant_order_no text not null,
  currency text not null,
  amount_micro bigint not null check (amount_micro > 0),
  booked_at timestamptz not null,
  constraint earlier_entry_once unique (merchant_no, charge_no)
);
create index if not exists earlier_entry_statement on sandbox_bank.earlier_entry (merchant_no, booked_at);

-- What senders sent straight to an account or an address; times are the machine's, as accounts and chains tell theirs.
create table if not exists sandbox_bank.incoming (
  id bigint generated always as identity primary key,
  ref text not null unique,
  destination text not null,
  amount_micro bigint not null check (amount_micro > 0),
  currency text not null,
  payer_name text,
  payer_account text,
  memo text,
  token text,
  sent_at timestamptz not null,
  final_at timestamptz
);
create index if not exists incoming_destination on sandbox_bank.incoming (destination, id);
`;
