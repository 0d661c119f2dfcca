import { statementWithinMs } from '@suanpan/domain/limits';
import pg from 'pg';

type Parse = (text: string) => unknown;

const plainParser = pg.types.getTypeParser as (oid: number, format?: string) => Parse;
const texts = (text: string): (string | null)[] => plainParser(1009)(text) as (string | null)[];
const parsers = new Map<number, Parse>([
  [20, BigInt],
  [1016, (text) => texts(text).map((entry) => (entry === null ? null : BigInt(entry)))],
  [1082, (text) => text],
  [1182, texts],
  [1231, texts],
]);

/**
 * How values of the product arrive: int8 as bigint, numeric as its exact text, timestamptz as Date, and a
 * date as 'YYYY-MM-DD', since a calendar day of the business has no time zone. Set per pool and not for the
 * whole driver, because the job queue and the limiter calculate with the driver's own types.
 */
export const productTypes = {
  getTypeParser: (oid: number, format?: string): Parse =>
    format === 'binary' ? plainParser(oid, format) : (parsers.get(oid) ?? plainParser(oid)),
};

export interface ConnectionLimits {
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
  readonly idleInTransactionTimeoutMs: number;
  /** How long to wait for a connection, a new one or one of the pool. */
  readonly connectTimeoutMs: number;
  readonly readOnly?: boolean;
}

/** Ordinary work: a dead client or network must not hold row locks for longer than this. */
export const ordinaryLimits: ConnectionLimits = {
  statementTimeoutMs: 15_000,
  lockTimeoutMs: 5_000,
  idleInTransactionTimeoutMs: 10_000,
  connectTimeoutMs: 5_000,
};

/** Reports read long and never write. */
export const reportLimits: ConnectionLimits = {
  ...ordinaryLimits,
  statementTimeoutMs: 120_000,
  readOnly: true,
};

/** A file of a million lines is kept and held against the books in one transaction, which may take as long as its upload may. */
export const importLimits: ConnectionLimits = {
  ...ordinaryLimits,
  statementTimeoutMs: statementWithinMs,
  idleInTransactionTimeoutMs: 60_000,
};

/** A statement of a proof reads whole tables, of millions of orders in time, and one connection waits for the other. */
export const proofLimits: ConnectionLimits = {
  ...reportLimits,
  statementTimeoutMs: 15 * 60_000,
  idleInTransactionTimeoutMs: 15 * 60_000,
};

/** Health and sign-in of the supervisor: short. */
export const healthLimits: ConnectionLimits = {
  ...ordinaryLimits,
  statementTimeoutMs: 3_000,
  lockTimeoutMs: 1_000,
  connectTimeoutMs: 2_000,
};

/** The `options` start-up parameter, so that a connection is never used before its limits stand. */
export function sessionOptions(limits: ConnectionLimits): string {
  const settings: Record<string, string> = {
    ...roleSettings(limits),
    tcp_keepalives_idle: '10',
    tcp_keepalives_interval: '5',
    tcp_keepalives_count: '3',
    tcp_user_timeout: '15000',
    client_connection_check_interval: '5000',
    // Whoever writes locks what he decides on; a server set otherwise must not change that.
    ...(limits.readOnly === true ? {} : { default_transaction_isolation: 'read\\ committed' }),
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** Those of them that a login may have as its own as well, whatever stands between it and the server. */
export function roleSettings(limits: ConnectionLimits): Record<string, string> {
  return {
    statement_timeout: `${limits.statementTimeoutMs}`,
    lock_timeout: `${limits.lockTimeoutMs}`,
    idle_in_transaction_session_timeout: `${limits.idleInTransactionTimeoutMs}`,
    timezone: 'UTC',
    // Compiling costs seconds where planning is made to look dear (enable_seqscan, enable_nestloop) before PostgreSQL 18.
    jit: 'off',
    ...(limits.readOnly === true ? { default_transaction_read_only: 'on' } : {}),
  };
}
