import type { Database } from '../platform/db/database.ts';

type Pool = Database['pool'];

/** A column with values that the vault has sealed, by what its rows are found, and what the values are sealed for. */
export interface SealedPlace {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  /** Where the value stands inside of a JSON column. */
  readonly field?: string;
  readonly purpose: string;
}

/** Every one there is; a test holds this list against the columns of the database. */
export const sealedPlaces: readonly SealedPlace[] = [
  { table: 'app_user', key: 'id', column: 'totp_sealed', purpose: 'app_user.totp' },
  { table: 'app_user', key: 'id', column: 'totp_pending_sealed', purpose: 'app_user.totp' },
  { table: 'two_factor_change', key: 'user_id', column: 'secret_sealed', purpose: 'app_user.totp' },
  {
    table: 'channel_account',
    key: 'id',
    column: 'credentials_sealed',
    purpose: 'channel_account.credentials',
  },
  {
    table: 'channel_account',
    key: 'id',
    column: 'previous_credentials_sealed',
    purpose: 'channel_account.credentials',
  },
  { table: 'api_key', key: 'id', column: 'secret_sealed', purpose: 'api_key.secret' },
  { table: 'api_key', key: 'id', column: 'previous_secret_sealed', purpose: 'api_key.secret' },
  {
    table: 'webhook_endpoint',
    key: 'customer_id',
    column: 'secret_sealed',
    purpose: 'webhook_endpoint.secret',
  },
  {
    table: 'webhook_endpoint',
    key: 'customer_id',
    column: 'previous_secret_sealed',
    purpose: 'webhook_endpoint.secret',
  },
  {
    table: 'webhook_endpoint',
    key: 'customer_id',
    column: 'v1_secret_sealed',
    purpose: 'webhook_endpoint.v1_secret',
  },
  { table: 'statement_key', key: 'id', column: 'private_sealed', purpose: 'statement_key.private' },
  { table: 'audit_setting', key: 'user_id', column: 'key_sealed', purpose: 'audit_setting.key' },
  { table: 'payout_order', key: 'id', column: 'card_sealed', purpose: 'payout_order.card' },
  { table: 'archive.payout_order', key: 'id', column: 'card_sealed', purpose: 'payout_order.card' },
  { table: 'payout_batch_row', key: 'id', column: 'card_sealed', purpose: 'payout_order.card' },
  { table: 'saved_payee', key: 'id', column: 'card_sealed', purpose: 'payout_order.card' },
  { table: 'withdraw_account', key: 'id', column: 'card_sealed', purpose: 'withdraw_account.card' },
  { table: 'withdrawal', key: 'id', column: 'card_sealed', purpose: 'withdraw_account.card' },
  {
    table: 'collection_order',
    key: 'id',
    column: 'payer',
    field: 'account_sealed',
    purpose: 'collection_order.payer.account',
  },
  {
    table: 'archive.collection_order',
    key: 'id',
    column: 'payer',
    field: 'account_sealed',
    purpose: 'collection_order.payer.account',
  },
];

const valueOf = ({ column, field }: SealedPlace): string =>
  field === undefined ? column : `${column} ->> '${field}'`;

export interface SealedValue {
  readonly key: string;
  readonly sealed: string;
}

/** The next values of a place behind the row `after`, in the order of the rows. */
export async function readSealed(
  pool: Pool,
  place: SealedPlace,
  after: string,
  most: number,
): Promise<SealedValue[]> {
  const { rows } = await pool.query<SealedValue>(
    `SELECT ${place.key}::text AS key, ${valueOf(place)} AS sealed FROM ${place.table}
     WHERE ${place.key} > $1 AND ${valueOf(place)} IS NOT NULL ORDER BY ${place.key} LIMIT $2`,
    [after, most],
  );
  return rows;
}

/** Puts a value in the place of the one that was read; false where somebody has changed it meanwhile. */
export async function replaceSealed(
  pool: Pool,
  place: SealedPlace,
  { key, sealed }: SealedValue,
  becomes: string,
): Promise<boolean> {
  const { column, field } = place;
  const next = field === undefined ? '$3' : `jsonb_set(${column}, '{${field}}', to_jsonb($3::text))`;
  const { rowCount } = await pool.query(
    `UPDATE ${place.table} SET ${column} = ${next} WHERE ${place.key} = $1 AND ${valueOf(place)} = $2`,
    [key, sealed, becomes],
  );
  return rowCount === 1;
}
