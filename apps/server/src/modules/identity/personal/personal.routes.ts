import * as contract from '@suanpan/contract/endpoints/personal';
import { Refusal } from '@suanpan/domain/errors';
import { transact } from '../../../platform/db/transact.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { Door } from '../door.ts';
import { changeOwnPassword } from './change-own-password.ts';
import { changePaymentPassword } from './change-payment-password.ts';
import { finishTwoFactorChange, startTwoFactorChange } from './change-two-factor.ts';
import { noteOwnAct } from './note-own-act.ts';
import { saveContact } from './personal.store.ts';
import { findProfile } from './profile.queries.ts';
import { presentProfile } from './profile.present.ts';
import { updateOwnAddresses } from './update-own-addresses.ts';

/** What everybody does to his own account. */
export function bindPersonal(app: Http, door: Door): void {
  const done = (work: Promise<unknown>) => work.then(() => ({}));
  bindEndpoints(app, contract.personalEndpoints, {
    async profile({ actor, ip }) {
      const row = await findProfile(door.db, actor.effectiveUserId);
      if (row === undefined) throw new Refusal('sessionEnded');
      return presentProfile(row, ip);
    },
    async updateProfile(context, input) {
      const contact = { phone: input.phone || null, email: input.email || null };
      await transact(door.db, async (tx) => {
        const before = await saveContact(tx, context.actor.userId, contact, new Date(input.updated_at));
        if (before === undefined) throw new Refusal('staleEdit');
        await noteOwnAct(tx, context, 'profile.update', { before, after: contact });
      });
      return {};
    },
    changeOwnPassword: (context, input) => done(changeOwnPassword(door, context, input)),
    changePaymentPassword: (context, input) => done(changePaymentPassword(door, context, input)),
    startTwoFactorChange: (context, input) => startTwoFactorChange(door, context, input),
    finishTwoFactorChange: (context, input) => done(finishTwoFactorChange(door, context, input.one_code)),
    updateOwnAddresses: (context, input) => updateOwnAddresses(door, context, input),
  });
}
