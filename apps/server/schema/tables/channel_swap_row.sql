-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261124120100_channel_models
-- Each merchant's channel that a swap wrote: how it was, and over which version undoing it writes. A channel that the
-- swap gave him was not there before: it is switched off again and keeps its price for orders that went by it.

CREATE TABLE channel_swap_row (
  swap_id bigint NOT NULL,
  method_id bigint NOT NULL,
  customer_id bigint NOT NULL,
  alias text NOT NULL,
  before jsonb,
  version integer NOT NULL,
  CONSTRAINT channel_swap_row_pkey PRIMARY KEY (swap_id, method_id),
  CONSTRAINT channel_swap_row_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES app_user(id),
  CONSTRAINT channel_swap_row_swap_id_fkey FOREIGN KEY (swap_id) REFERENCES channel_swap(id)
);
