import { z } from 'zod';
import { Refusal } from '@suanpan/domain/errors';
import type { ApprovalAct } from '../../approvals/index.ts';
import { confirmPerson, personsBehind } from '../../identity/index.ts';
import { lockUserInScope } from '../find/users-in-scope.queries.ts';

const payload = z.strictObject({ user_id: z.string() });
export type PersonConfirmation = z.output<typeof payload>;

/**
 * Two persons of the platform state that an account is another human's than its maker's; only then does it count as a
 * second person beside him. Nobody whose person it counts as so far decides that. Refuses `invalidState` for an account
 * that is a person of its own.
 */
export const confirmPersonAct: ApprovalAct<PersonConfirmation> = {
  name: 'users.confirmPerson',
  payload,
  async preview(tx, { user_id }) {
    const user = await lockUserInScope(tx, { kind: 'platform' }, BigInt(user_id));
    if (user === undefined || user.status === 'archived') throw new Refusal('notFound');
    if (user.person_id === user.id) throw new Refusal('invalidState');
    const person = await lockUserInScope(tx, { kind: 'platform' }, user.person_id);
    const shown = ({ name, username }: { readonly name: string; readonly username: string }): string =>
      `${name} · ${username}`;
    return {
      subject: { kind: 'user', id: user_id, label: shown(user) },
      agentId: null,
      barred: await personsBehind(tx, user.id),
      rows: [{ field: 'person', before: person === undefined ? null : shown(person), after: shown(user) }],
    };
  },
  perform: (tx, { user_id }) => confirmPerson(tx, BigInt(user_id)),
};
