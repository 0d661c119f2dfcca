import type { OutputOf } from '@suanpan/contract/endpoint';
import type { self } from '@suanpan/contract/endpoints/self';
import { expect, test } from 'vitest';
import { openDoor } from '../testing/open-door.ts';
import type { Person } from '../testing/open-door.ts';

const { call, person, tokenOf } = await openDoor({
  shell: { badgesOf: async () => ({}), fourEyes: true, oneDatabaseRole: true },
});

async function selfOf(who: Person): Promise<OutputOf<typeof self>> {
  const token = await tokenOf(who);
  return (await call('GET', '/users/self', { token })).data as unknown as OutputOf<typeof self>;
}

test('that one database role owns and writes the books is said to administrators, and to nobody else', async () => {
  expect(await selfOf(await person({ kind: 'admin' }))).toMatchObject({ one_database_role: true });
  for (const kind of ['manager', 'agent'] as const) {
    expect(await selfOf(await person({ kind }))).not.toHaveProperty('one_database_role');
  }
});
