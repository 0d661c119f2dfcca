/** The echo shop's own tables: how each shop behaves, what was bought there, and every callback it received. */
export const schema = `
create schema if not exists echo_shop;

create table if not exists echo_shop.mode (
  shop text primary key,
  mode text not null,
  n int not null
);

create table if not exists echo_shop.event (
  id bigint generated always as identity primary key,
  shop text not null,
  received_at timestamptz not null,
  form text not null check (form in ('v2', 'v1', 'unknown')),
  verified boolean not null,
  reason text,
  -- Tells repeats of one event apart from different events: the webhook-id, or trade number and status in v1.
  event_key text not null,
  attempt int not null,
  type text,
  order_no text,
  status text,
  amount text,
  currency text,
  mode text not null,
  answered int not null,
  headers jsonb not null,
  body text not null
);
create table if not exists echo_shop.placed (
  order_no text primary key,
  shop text not null,
  collection_id text not null,
  placed_at timestamptz not null,
  lines jsonb not null,
  total bigint not null,
  currency text not null,
  course text not null,
  checkout_url text not null
);

create index if not exists event_key on echo_shop.event (shop, event_key);
create index if not exists event_order on echo_shop.event (shop, order_no);
`;
