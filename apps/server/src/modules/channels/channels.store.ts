import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';

export interface ProviderLogEntry {
  readonly orderId: bigint | null;
  /** A collection, unless it is said. */
  readonly orderKind?: 'collection' | 'payout';
  readonly channelAccountId: bigint;
  readonly at: Date;
  readonly direction: 'out' | 'in';
  readonly operation: string;
  readonly httpStatus: number | null;
  readonly latencyMs: number | null;
  readonly outcome: string;
  readonly request: string;
  readonly response: string;
}

/** Keeps one exchange with a provider; both texts are masked and cut before they come here. */
export async function insertProviderLog(db: Kysely<Tables>, entry: ProviderLogEntry): Promise<void> {
  await db
    .insertInto('provider_log')
    .values({
      order_id: entry.orderId,
      ...(entry.orderKind && { order_kind: entry.orderKind }),
      channel_account_id: entry.channelAccountId,
      at: entry.at,
      direction: entry.direction,
      operation: entry.operation,
      http_status: entry.httpStatus,
      latency_ms: entry.latencyMs,
      outcome: entry.outcome,
      request: storable(entry.request),
      response: storable(entry.response),
    })
    .execute();
}

/** PostgreSQL keeps no NUL in text, and a provider in trouble sends anything. */
function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}
