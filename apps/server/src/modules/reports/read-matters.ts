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
  const { permissions, scope } = actor;
  const isInside = scope.kind === 'platform' || scope.kind === 'agent';
  return {
    matters: permissions.has('collections.transactions.get')
      ? await countOpenMatters(tx, scope, await unanswered(tx))
      : null,
    toCheck: isInside,
    unmatchedReceipts:
      isInside && permissions.has('claimOrder.get') ? await countUnmatchedReceipts(tx, ownerOf(scope)) : 0n,
    approvals: permissions.has('admin.approvals.get') ? (await waitingFor(tx, actor)).decidable : 0,
    failedJobs: permissions.has('admin.failedQueue.get') ? await countFailedJobs(tx) : 0n,
    isProofSound: permissions.has('admin.checkBalance.get') ? await isLatestProofSound(tx) : true,
  };
}
