import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import type { PayoutStage, PayoutWait } from '@suanpan/domain/states/payout';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { errorCode } from '../../../platform/db/database-error.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { savepoint } from '../../../platform/db/savepoint.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { makeByNumbers, recallNumbers, recallNumbersAtOnce } from '../../archive/index.ts';
import type { Verdict } from '../../orders/index.ts';
import type { RoutedSubmit, SubmitOutcome } from './submit-request.ts';

interface SubmittedRow {
  readonly outcome: ErrorName | 'created' | 'replayed' | 'conflict' | 'poor';
  readonly order_id: bigint | null;
  readonly order_no: string;
  readonly stage: PayoutStage | null;
  readonly wait_reason: PayoutWait | null;
  readonly merchant_fee: bigint;
  readonly at: Date;
}

/** A request whose ticket did not let it in: nothing came of it. */
export interface NotAdmitted {
  readonly outcome: 'notAdmitted';
  readonly verdict: Exclude<Verdict, 'ok'>;
}

type AdmittedRow = ({ readonly verdict: 'ok' } & SubmittedRow) | { readonly verdict: Exclude<Verdict, 'ok'> };

const submitAdmitted = prepared<AdmittedRow>(
  'payout_submit_admitted',
  `SELECT verdict, outcome, order_id, order_no, stage, wait_reason, merchant_fee, at FROM payout_submit_admitted(
     $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28,
     $29, $30, $31, $32, $33)`,
);

/** Raised by the door where a payout does not fit in what is left of its channel's limits. */
const channelFullState = 'LM001';

export function isChannelFull(error: unknown): boolean {
  return errorCode(error) === channelFullState;
}

/** Admits those that bring a ticket and submits them, in a commit of its own; one outcome a request, in order. */
export async function submitAtOnce(
  { pool }: Pick<Database, 'pool'>,
  requests: readonly RoutedSubmit[],
): Promise<(SubmitOutcome | NotAdmitted)[]> {
  const values = [
    requests.map((r) => r.ticket?.counterId ?? null),
    requests.map((r) => r.ticket?.nonce ?? null),
    requests.map((r) => r.ticket?.perMinute ?? null),
    ...argumentsOf(requests),
    limitedMethodsOf(requests),
  ];
  const rows = await makeByNumbers(
    () => submitAdmitted(pool, values),
    () => recallNumbersAtOnce(pool, 'payout', ...namesOf(requests)),
  );
  return rows.map((row) =>
    row.verdict === 'ok' ? toOutcome(row) : { outcome: 'notAdmitted', verdict: row.verdict },
  );
}

const namesOf = (requests: readonly RoutedSubmit[]): [merchantOrderNos: string[], customerIds: bigint[]] => [
  requests.map((r) => r.merchantOrderNo),
  requests.map((r) => r.customerId),
];

/**
 * Submits one in the caller's transaction: it stands with what else that does, or not at all. Refuses `noChannelAvailable` where
 * its channel has become full meanwhile.
 */
export async function submitInside(tx: Tx, request: RoutedSubmit): Promise<SubmitOutcome> {
  try {
    return await makeByNumbers(
      () => savepoint(tx, () => submitOne(tx, request)),
      () => recallNumbers(tx, 'payout', ...namesOf([request])),
    );
  } catch (error) {
    throw isChannelFull(error) ? new Refusal('noChannelAvailable') : error;
  }
}

async function submitOne(tx: Tx, request: RoutedSubmit): Promise<SubmitOutcome> {
  const values = argumentsOf([request]);
  const { rows } = isFree(request)
    ? await sql<SubmittedRow>`
        SELECT outcome, order_id, order_no, stage, wait_reason, merchant_fee, at
        FROM payout_submit(${sql.join(values)})`.execute(tx)
    : await sql<SubmittedRow>`
        SELECT outcome, order_id, order_no, stage, wait_reason, merchant_fee, at
        FROM payout_submit_limited(${sql.join([...values, limitedMethodsOf([request])])})`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('Submitting answered nothing');
  return toOutcome(row);
}

/** No limit of a channel counts it: test payouts move no real money. */
const isFree = (request: RoutedSubmit): boolean => request.limitedMethodId === null || request.isTest;

const limitedMethodsOf = (requests: readonly RoutedSubmit[]): readonly (bigint | null)[] =>
  requests.map((request) => (isFree(request) ? null : request.limitedMethodId));

/** The requests as the door takes them: one array a field. */
function argumentsOf(requests: readonly RoutedSubmit[]): readonly unknown[] {
  return [
    requests.map((r) => r.merchantOrderNo),
    requests.map((r) => r.customerId),
    requests.map((r) => r.currency),
    requests.map((r) => r.amount),
    requests.map((r) => r.payee.accountName),
    requests.map((r) => r.payee.bankCode),
    requests.map((r) => r.payee.branch),
    requests.map((r) => r.payee.cardSealed),
    requests.map((r) => r.payee.cardHash),
    requests.map((r) => r.payee.cardShown),
    requests.map((r) => r.payee.nameMark),
    requests.map((r) => r.payee.cardMark),
    requests.map((r) => r.memo),
    requests.map((r) => JSON.stringify(r.metadata)),
    requests.map((r) => r.notifyUrl),
    requests.map((r) => r.locale),
    requests.map((r) => r.source),
    requests.map((r) => r.apiVersion),
    requests.map((r) => r.apiKeyId),
    requests.map((r) => r.personId),
    requests.map((r) => r.isTest),
    requests.map((r) => r.requestHash),
    requests.map((r) => r.requestIp),
    requests.map((r) => r.channelId),
    requests.map((r) => r.method),
    requests.map((r) => JSON.stringify(r.route)),
    requests.map((r) => r.isAgreed),
    requests.map((r) => r.isDuplicateKnown),
    requests.map((r) => r.requestId),
  ];
}

function toOutcome(row: SubmittedRow): SubmitOutcome {
  const { outcome, order_id: orderId } = row;
  if (outcome === 'created' || outcome === 'poor') {
    return {
      outcome,
      orderId: orderId ?? 0n,
      orderNo: row.order_no,
      stage: row.stage,
      waitReason: row.wait_reason,
      merchantFee: row.merchant_fee,
      at: row.at,
    };
  }
  if (outcome === 'replayed' || outcome === 'conflict') return { outcome, orderId: orderId ?? 0n };
  return { outcome: 'refused', refusal: outcome };
}

/** Of these merchants, those of whom somebody else holds a balance that submitting would take. */
export async function heldMerchants(
  db: Kysely<Tables>,
  customerIds: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT id FROM held_merchants(${customerIds}::bigint[]) AS held (id)`.execute(db);
  return new Set(rows.map((row) => row.id));
}
