import pg from 'pg';

// int8 as bigint (money, ids); numeric stays a string; timestamptz is a Date; date stays 'YYYY-MM-DD',
// because a calendar day of the business has no time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
const int8Array = 1016 as number;
const dateArray = 1182 as number;
const textArray = pg.types.getTypeParser(1009 as number) as (text: string) => (string | null)[];
pg.types.setTypeParser(int8Array, (text) =>
  textArray(text).map((entry) => (entry === null ? null : BigInt(entry))),
);
pg.types.setTypeParser(dateArray, textArray);

export interface ConnectionLimits {
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
  readonly idleInTransactionTimeoutMs: number;
  readonly readOnly?: boolean;
}

/** Ordinary work: a dead client or network must not hold row locks for longer than this. */
export const ordinaryLimits: ConnectionLimits = {
  statementTimeoutMs: 15_000,
  lockTimeoutMs: 5_000,
  idleInTransactionTimeoutMs: 10_000,
};

/** Reports read long and never write. */
export const reportLimits: ConnectionLimits = {
  ...ordinaryLimits,
  statementTimeoutMs: 120_000,
  readOnly: true,
};

/** Health and sign-in of the supervisor: short. */
export const healthLimits: ConnectionLimits = {
  ...ordinaryLimits,
  statementTimeoutMs: 3_000,
  lockTimeoutMs: 1_000,
};

/** The `options` start-up parameter, so that a connection is never used before its limits stand. */
export function sessionOptions(limits: ConnectionLimits): string {
  const settings: Record<string, string> = {
    statement_timeout: `${limits.statementTimeoutMs}`,
    lock_timeout: `${limits.lockTimeoutMs}`,
    idle_in_transaction_session_timeout: `${limits.idleInTransactionTimeoutMs}`,
    tcp_keepalives_idle: '10',
    tcp_keepalives_interval: '5',
    tcp_keepalives_count: '3',
    tcp_user_timeout: '15000',
    client_connection_check_interval: '5000',
    timezone: 'UTC',
    ...(limits.readOnly === true ? { default_transaction_read_only: 'on' } : {}),
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}
