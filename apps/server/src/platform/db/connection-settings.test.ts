import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';

const { database } = await testDatabase();

test.each(['api', 'workers', 'reports', 'health'] as const)(
  'no statement of the pool %s is compiled: that takes longer than nearly all of them run',
  async (name) => {
    const { rows } = await database.pools[name].query('SHOW jit');
    expect(rows).toEqual([{ jit: 'off' }]);
  },
);
