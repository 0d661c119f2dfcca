import type { Permission } from '@suanpan/domain/access/permissions';
import type { AuditFacts } from '@suanpan/domain/audit/fields';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import { recordAudit } from '../../audit/index.ts';

export interface KeyChange {
  readonly act: Extract<Permission, `apiFile.${string}`>;
  /** Of the key, or of the merchant for his callback secret. */
  readonly id: bigint;
  /** The key's public name; empty for the callback secret. */
  readonly key: string;
  readonly before?: AuditFacts;
  readonly after?: AuditFacts;
}

/** The audit row of a change of keys, and the news of it to the merchant and whoever did it. */
export async function recordKeyChange(
  tx: Tx,
  { actor, ip, userAgent, requestId }: RequestContext,
  customerId: bigint,
  { act, id, key, before, after }: KeyChange,
): Promise<void> {
  await recordAudit(tx, {
    actorId: actor.userId,
    effectiveId: actor.effectiveUserId,
    act,
    objectKind: key === '' ? 'webhookEndpoint' : 'apiKey',
    objectId: String(id),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ip,
    userAgent,
    requestId,
  });
  await tellKeyChange(tx, customerId, { act, key }, actor.username);
}

/** The news alone, where the row of the log is written elsewhere. `by` is the name of whoever asked for it. */
export async function tellKeyChange(
  tx: Tx,
  customerId: bigint,
  { act, key }: Pick<KeyChange, 'act' | 'key'>,
  by: string,
): Promise<void> {
  await emit(tx, [
    {
      kind: 'merchant.keysChanged',
      subject: `user:${customerId}`,
      payload: { user_id: String(customerId), change: act.slice('apiFile.'.length), key, by },
    },
  ]);
}
