import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { savepoint } from '../../../platform/db/savepoint.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { makeByNumbers, recallNumbers } from '../../archive/index.ts';
import type { Verdict } from '../../orders/index.ts';
import type { CreateRequest } from './create-request.ts';

export interface InsertedCollection {
  readonly order_id: bigint;
  readonly order_no: string;
  readonly created: boolean;
  readonly request_hash: Buffer;
  readonly at: Date;
}

/** What came of a request: it was let in and stands for an order, or it was refused and there is none. */
export type AdmittedCollection =
  | ({ readonly verdict: 'ok' } & InsertedCollection)
  | { readonly verdict: Exclude<Verdict, 'ok'> };

/** Creates orders in the caller's transaction; answers one row per request, in order. */
export function insertCollections(tx: Tx, requests: readonly CreateRequest[]): Promise<InsertedCollection[]> {
  return makeByNumbers(
    () => savepoint(tx, () => insertUnarchived(tx, requests)),
    () => recallNamed(tx, requests),
  );
}

/** The same for orders none of which is archived: one that is fails the transaction. */
export async function insertUnarchived(
  tx: Tx,
  requests: readonly CreateRequest[],
): Promise<InsertedCollection[]> {
  const { rows } = await sql<InsertedCollection>`
    SELECT order_id, order_no, created, request_hash, business_now() AS at
    FROM create_collections(${sql.join(columnsOf(requests))})`.execute(tx);
  return rows;
}

const createAdmitted = prepared<AdmittedCollection>(
  'create_admitted',
  `SELECT verdict, order_id, order_no, created, request_hash, clock.at
   FROM (SELECT business_now() AS at OFFSET 0) clock, create_admitted(
     $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)`,
);

/** Admits those that bring a ticket and creates their orders, in a commit of its own; one row per request, in order. */
export async function insertAdmitted(
  db: Pick<Database, 'app' | 'pool'>,
  requests: readonly CreateRequest[],
): Promise<AdmittedCollection[]> {
  const insert = () =>
    createAdmitted(db.pool, [
      requests.map((r) => r.ticket?.counterId ?? null),
      requests.map((r) => r.ticket?.nonce ?? null),
      requests.map((r) => r.ticket?.perMinute ?? null),
      ...columnsOf(requests),
    ]);
  return makeByNumbers(insert, () => recallNamed(db.app, requests));
}

const recallNamed = (db: Kysely<Tables>, requests: readonly CreateRequest[]): Promise<void> =>
  recallNumbers(
    db,
    'collection',
    requests.map((r) => r.merchantOrderNo),
    requests.map((r) => r.customerId),
  );

/** What create_collections() takes, in its order. */
function columnsOf(requests: readonly CreateRequest[]): unknown[] {
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  return [
    requests.map((r) => r.merchantOrderNo),
    requests.map((r) => r.customerId),
    requests.map((r) => r.currency),
    requests.map((r) => r.amount),
    requests.map((r) => r.method),
    requests.map((r) => r.realName),
    requests.map((r) => json(r.payer)),
    requests.map((r) => r.payerLast5),
    requests.map((r) => r.productName),
    requests.map((r) => r.requestIp),
    requests.map((r) => r.notifyUrl),
    requests.map((r) => r.returnUrl),
    requests.map((r) => json(r.metadata)),
    requests.map((r) => r.locale),
    requests.map((r) => r.source),
    requests.map((r) => r.apiVersion),
    requests.map((r) => r.isTest),
    requests.map((r) => r.requestHash),
    requests.map((r) => r.lifetimeS),
    requests.map((r) => r.actorId),
    requests.map((r) => r.requestId),
  ];
}
