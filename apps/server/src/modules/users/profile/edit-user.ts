import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { editUser as contract } from '@suanpan/contract/endpoints/user-acts';
import type { RoleName } from '@suanpan/domain/access/roles';
import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import type { Database } from '../../../platform/db/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import type { Approvals, RegisteredAct, Submitted } from '../../approvals/index.ts';
import { lockForAct } from '../find/get-user.ts';
import { readColumns, saveUser } from '../users.store.ts';
import { recordAct } from '../record-act.ts';
import { givesSooner, merchantFields } from './terms-act.ts';
import type { MerchantEdit } from './terms-act.ts';

type Input = ParsedInputOf<typeof contract>;
type Field = Exclude<keyof Input, 'id' | 'version' | 'reason'>;

const ofEverybody: readonly Field[] = ['name', 'phone', 'email'];

/** The fields of a user that this caller may change; how an agent pays the house is the house's to say. */
function editableFields(kind: RoleName, scope: RequestContext['actor']['scope']): readonly Field[] {
  if (kind === 'customer') return merchantFields;
  return kind === 'agent' && scope.kind === 'platform' ? [...ofEverybody, 'system_fee_mode'] : ofEverybody;
}

interface EditMeans {
  readonly db: Database;
  readonly approvals: Pick<Approvals, 'submit'>;
  readonly sooner: RegisteredAct<MerchantEdit>;
}

/**
 * Changes what is given and differs; what gives a merchant his money sooner is submitted instead, with all that was given.
 * Refuses `staleEdit` where somebody else was quicker, and `reasonRequired` for what waits.
 */
export async function editUser(
  { db, approvals, sooner }: EditMeans,
  context: RequestContext,
  input: Input,
): Promise<Submitted> {
  const waiting = await transact(db.app, (tx) => edit(tx, context, input));
  if (waiting === undefined) return { state: 'done' };
  const { reason } = input;
  if (reason === undefined) throw new Refusal('reasonRequired');
  return approvals.submit(context, sooner, { user_id: input.id, fields: waiting }, { reason });
}

/** Answers what has to wait; undefined where nothing does, and all of it is done. */
async function edit(
  tx: Tx,
  context: RequestContext,
  { id, version, reason: _reason, ...given }: Input,
): Promise<MerchantEdit['fields'] | undefined> {
  const { user, right } = await lockForAct(tx, context.actor, id, 'edit', version);
  const names = (Object.keys(given) as Field[]).filter((name) => given[name] !== undefined);
  const editable = editableFields(user.kind, context.actor.scope);
  const stranger = names.find((name) => !editable.includes(name));
  if (stranger !== undefined) {
    const says = translate(context.locale, 'common.validation.unknownField');
    throw new Refusal('invalidFields', { fields: { [stranger]: [says] } });
  }
  const before = await readColumns(tx, user.id, names);
  const changed = names.filter((name) => before[name] !== given[name]);
  if (changed.length === 0) return undefined;
  const pick = (from: Readonly<Record<string, unknown>>): Record<string, unknown> =>
    Object.fromEntries(changed.map((name) => [name, from[name]]));
  if (user.kind === 'customer' && givesSooner(before, pick(given))) return pick(given);
  await saveUser(tx, user.id, pick(given));
  await recordAct(tx, context, { userId: user.id, act: right, before: pick(before), after: pick(given) });
  return undefined;
}
