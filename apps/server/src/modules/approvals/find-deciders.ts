import { checkerHindrance } from '@suanpan/domain/approvals';
import type { ApprovalActName, Submitter } from '@suanpan/domain/approvals';
import type { Permission } from '@suanpan/domain/access/permissions';
import { Refusal } from '@suanpan/domain/errors';
import type { Tx } from '../../platform/db/transact.ts';
import { permissionsOf, readHolders } from '../rights/index.ts';
import { listCandidates, standingsOf } from './standing.queries.ts';

/** How many can decide now: of the senior agent's own tree, and of the platform, which decides for every tree. */
export interface Deciders {
  readonly tree: number;
  readonly platform: number;
}

/** Without these two nobody opens what waits and agrees to it. */
const decides: readonly Permission[] = ['admin.approvals.get', 'admin.approvals.approve'];

/** Refuses `nobodyCanDecide`, with how many fail by what, where it would wait for nobody. */
export async function findDeciders(
  tx: Tx,
  submission: Submitter & { readonly act: ApprovalActName; readonly agentId: bigint | null },
): Promise<Deciders> {
  const candidates = (await listCandidates(tx, submission.agentId)).filter(
    ({ id }) => id !== submission.makerId,
  );
  const ids = candidates.map(({ id }) => id);
  const [holders, standings] = [await readHolders(tx, ids), await standingsOf(tx, ids)];
  const count = { tree: 0, platform: 0, without: 0, same: 0, handled: 0, unseasoned: 0 };
  for (const standing of standings) {
    const holder = holders.find((each) => each.holder.id === standing.id)?.holder;
    const permissions: ReadonlySet<string> = holder === undefined ? new Set() : permissionsOf(holder);
    const mayDecide = decides.every((permission) => permissions.has(permission));
    switch (mayDecide ? checkerHindrance({ ...standing, permissions }, submission) : 'permission') {
      case 'own':
      case 'samePerson':
      case 'concerned':
        count.same += 1;
        break;
      case 'permission':
        count.without += 1;
        break;
      case 'handledByMaker':
        count.handled += 1;
        break;
      case 'unseasoned':
        count.unseasoned += 1;
        break;
      case undefined:
        if (candidates.find(({ id }) => id === standing.id)?.is_platform === true) count.platform += 1;
        else count.tree += 1;
    }
  }
  const { tree, platform, ...others } = count;
  if (tree + platform === 0) {
    const params = Object.fromEntries(Object.entries(others).map(([name, n]) => [name, String(n)]));
    throw new Refusal('nobodyCanDecide', { params });
  }
  return { tree, platform };
}
