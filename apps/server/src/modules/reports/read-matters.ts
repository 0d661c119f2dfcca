import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { ownerOf } from '../../platform/http/owner-of.ts';
import { waitingFor } from '../approvals/index.ts';
import { countOpenMatters, countUnmatchedReceipts } from '../collections/index.ts';
import { countFailedJobs, isLatestProofSound } from './proof.queries.ts';
import type { ReportsDeps } from './reports-deps.ts';
import type { AlertParts } from './statistics.present.ts';

/** What needs somebody in the caller's tree; what he may not open is not counted for him. */
export async function readMatters(
  tx: Kysely<Tables>,
  actor: Actor,
  unanswered: ReportsDeps['unanswered'],
): Promise<AlertParts> {
  return { ...(await mattersOfTree(tx, actor, unanswered)), approvals: await decidableBy(tx, actor) };
}

/** What waits for this very person: nobody decides on what he asked for himself. */
export async function decidableBy(tx: Kysely<Tables>, actor: Actor): Promise<number> {
  return actor.permissions.has('admin.approvals.get') ? (await waitingFor(tx, actor)).decidable : 0;
}

/** The same for all who see this tree with these rights. */
export async function mattersOfTree(
  tx: Kysely<Tables>,
  { permissions, scope }: Pick<Actor, 'permissions' | 'scope'>,
  unanswered: ReportsDeps['unanswered'],
): Promise<Omit<AlertParts, 'approvals'>> {
  const isInside = scope.kind === 'platform' || scope.kind === 'agent';
  return {
    matters: permissions.has('collections.transactions.get')
      ? await countOpenMatters(tx, scope, await unanswered(tx))
      : null,
    toCheck: isInside,
    unmatchedReceipts:
      isInside && permissions.has('claimOrder.get') ? await countUnmatchedReceipts(tx, ownerOf(scope)) : 0n,
    failedJobs: permissions.has('admin.failedQueue.get') ? await countFailedJobs(tx) : 0n,
    isProofSound: permissions.has('admin.checkBalance.get') ? await isLatestProofSound(tx) : true,
  };
}
