import { depositNotes, matterReasons } from '../demo-names.ts';
import { call, stepUpOf } from '../front-door.ts';
import { as } from './withdraw.ts';
import type { Cast } from './withdraw.ts';

/** Two merchants say that they wired money; the platform has found that of the second. */
export async function seedTopUps(cast: Cast): Promise<void> {
  const apply = (owner: keyof typeof depositNotes, amount: string, last5: string) =>
    as(cast, owner, (_person, token) =>
      call(cast, '/collection/deposits', {
        token,
        key: `demo-deposit-${owner}`,
        body: { amount, currency: 'TWD', method: 'bank', payer_last5: last5, note: depositNotes[owner] },
      }),
    );
  await apply('shanhai', '50000', '40917');
  const found = await apply('zaojiao', '30000', '22801');
  if (found?.code !== 0) return;
  const { id } = found.data as { id: string };
  // The second act of him who looks at withdrawals.
  await as(cast, 'manager.wu', (person, token) =>
    call(cast, `/collection/deposits/${id}/approve`, {
      token,
      key: `demo-credit-${id}`,
      body: { reason: matterReasons.depositFound, fee: '30', ...stepUpOf(cast, person, 'second') },
    }),
  );
}
