import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { editUser as contract } from '@suanpan/contract/endpoints/user-acts';
import type { RoleName } from '@suanpan/domain/access/roles';
import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { lockForAct } from '../find/get-user.ts';
import { readColumns, saveUser } from '../users.store.ts';
import { recordAct } from '../record-act.ts';

type Field = Exclude<keyof ParsedInputOf<typeof contract>, 'id' | 'version'>;

const ofEverybody: readonly Field[] = ['name', 'phone', 'email'];
const ofMerchants: readonly Field[] = [
  'settle_rule',
  'payout_from_unsettled',
  'api_version',
  'callback_hold_after_8h',
  'notify_via',
];

/** The fields of a user that this caller may change; how an agent pays the house is the house's to say. */
function editableFields(kind: RoleName, scope: RequestContext['actor']['scope']): readonly Field[] {
  if (kind === 'customer') return [...ofEverybody, ...ofMerchants];
  return kind === 'agent' && scope.kind === 'platform' ? [...ofEverybody, 'system_fee_mode'] : ofEverybody;
}

/** Changes what is given and differs. Refuses `staleEdit` where somebody else was quicker. */
export async function editUser(
  tx: Tx,
  context: RequestContext,
  { id, version, ...given }: ParsedInputOf<typeof contract>,
): Promise<bigint> {
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
  if (changed.length === 0) return user.id;
  const pick = (from: Readonly<Record<string, unknown>>): Record<string, unknown> =>
    Object.fromEntries(changed.map((name) => [name, from[name]]));
  await saveUser(tx, user.id, pick(given));
  await recordAct(tx, context, { userId: user.id, act: right, before: pick(before), after: pick(given) });
  return user.id;
}
