import type { Endpoint } from '@suanpan/contract/endpoint';
import type { TestDatabase } from '../database.ts';
import { testDatabase } from '../database.ts';
import { openMoneyRooms } from '../money-rooms.ts';
import type { MoneyRooms } from '../money-rooms.ts';
import { plantInFunction } from './plant-in-function.ts';
import { plantInStatements } from './plant-in-statements.ts';

/** A careless change of the product that one of the invariants must see. */
export type Bug =
  | {
      readonly in: 'function';
      readonly name: string;
      readonly right: string;
      readonly wrong: string;
      readonly drop?: string;
    }
  | { readonly in: 'statements'; readonly right: RegExp; readonly wrong: string }
  /** A session is enough where a right was asked for. */
  | { readonly in: 'access'; readonly of: Endpoint };

/** The money rooms on a database of their own, with a bug in it or without. */
export interface World {
  readonly base: TestDatabase;
  readonly rooms: MoneyRooms;
  /** Runs a test with the bug in place, where it is one of the code and not of the database. */
  around<T>(test: () => Promise<T>): Promise<T>;
  /** Throws where the bug was never met: then nothing was tested. */
  assertPlanted(): void;
}

/** It closes with the test that opens it: all bugs at once would want more connections than a server has. */
export async function openWorld(bug: Bug | null): Promise<World> {
  const clean = await testDatabase();
  if (bug?.in === 'function') {
    await plantInFunction(clean.admin, bug.name, bug.right, bug.wrong);
    if (bug.drop !== undefined) await clean.admin.query(bug.drop);
  }
  const around: World['around'] = (test) => (bug?.in === 'access' ? withoutRight(bug.of, test) : test());
  if (bug?.in !== 'statements')
    return { base: clean, rooms: await openMoneyRooms(clean), around, assertPlanted() {} };
  const { base, planted } = plantInStatements(clean, bug.right, bug.wrong);
  return {
    base,
    rooms: await openMoneyRooms(base),
    around,
    assertPlanted() {
      if (planted() === 0) throw new Error(`No statement was met by ${bug.right}`);
    },
  };
}

/** The contract is one object for the whole process, so it is as it was again whatever happens. */
async function withoutRight<T>(endpoint: Endpoint, test: () => Promise<T>): Promise<T> {
  const { access } = endpoint;
  if (!('permission' in access)) throw new Error(`${endpoint.path} asks for no right`);
  const contract: { access: Endpoint['access'] } = endpoint;
  contract.access = { session: true };
  try {
    return await test();
  } finally {
    contract.access = access;
  }
}
