import type { Permission } from '@suanpan/domain/access/permissions';
import type { AuditFacts } from '@suanpan/domain/audit/fields';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import { audit } from '../../audit/index.ts';
import { noteAccountChange } from '../../identity/index.ts';

export interface KeyChange {
  readonly act: Extract<Permission, `apiFile.${string}`>;
  /** Of the key, or of the merchant for his callback secret. */
  readonly id: bigint;
  /** The key's public name; empty for the callback secret. */
  readonly key: string;
  readonly before?: AuditFacts;
  readonly after?: AuditFacts;
}

/** What of it money waits for; taking a key out of service gives nobody anything. */
const guarded = {
  'apiFile.createKey': 'key',
  'apiFile.rotateKey': 'key',
  'apiFile.updateIps': 'key',
  'apiFile.updateWebhook': 'callback',
} as const;

/** The audit row of a change of keys, and the news of it to the merchant and whoever did it. */
export async function recordKeyChange(
  tx: Tx,
  context: RequestContext,
  customerId: bigint,
  { act, id, key, before, after }: KeyChange,
): Promise<void> {
  await audit(tx, context, {
    act,
    objectKind: key === '' ? 'webhookEndpoint' : 'apiKey',
    objectId: String(id),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  });
  await tellKeyChange(
    tx,
    customerId,
    { act, key },
    { id: context.actor.userId, username: context.actor.username },
  );
}

/**
 * The news of it, and what a cool-down goes by, where the row of the log is written elsewhere. `by` is whoever asked
 * for it.
 */
export async function tellKeyChange(
  tx: Tx,
  customerId: bigint,
  { act, key }: Pick<KeyChange, 'act' | 'key'>,
  by: { readonly id: bigint; readonly username: string },
): Promise<void> {
  if (isGuarded(act)) {
    await noteAccountChange(tx, { userIds: [customerId], what: guarded[act], byId: by.id });
  }
  await emit(tx, [
    {
      kind: 'merchant.keysChanged',
      subject: `user:${customerId}`,
      payload: { user_id: String(customerId), change: act.slice('apiFile.'.length), key, by: by.username },
    },
  ]);
}

function isGuarded(act: string): act is keyof typeof guarded {
  return Object.hasOwn(guarded, act);
}
