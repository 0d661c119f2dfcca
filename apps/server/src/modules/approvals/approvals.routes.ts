import { approvals, approve, refuse, withdraw } from '@suanpan/contract/endpoints/approvals';
import { approvalActNames, checkedWithOneOf } from '@suanpan/domain/approvals';
import { countOf } from '../../platform/db/count-of.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { answerPage, page } from '../../platform/http/page.ts';
import { presentApproval } from './approvals.present.ts';
import { countApprovals, countWaiting, listApprovals } from './approvals.queries.ts';
import type { ApprovalFilter } from './approvals.queries.ts';
import { approve as carryOutWaiting, refuse as refuseWaiting } from './decide.ts';
import type { Desk } from './desk.ts';
import { standingOf } from './standing.queries.ts';
import { withdraw as withdrawWaiting } from './withdraw.ts';

export function bindApprovals(app: Http, desk: Desk): void {
  const { db } = desk;
  bindEndpoints(
    app,
    { approvals, approve, refuse, withdraw },
    {
      async approvals({ actor }, input) {
        const isSought = [input.state, input.closed, input.maker_id, input.id].some(
          (each) => each !== undefined,
        );
        const filter: ApprovalFilter = {
          isQueue: !isSought,
          ...(input.state !== undefined && { state: input.state }),
          ...(input.act !== undefined && { act: input.act }),
          ...(input.closed !== undefined && { isClosedToday: true }),
          ...(input.maker_id !== undefined && {
            makerId: BigInt(input.maker_id),
          }),
          ...(input.id !== undefined && { id: BigInt(input.id) }),
        };
        const [rows, total, waiting, closed, standing] = await Promise.all([
          listApprovals(db.app, actor.scope, filter, page(input)),
          countApprovals(db.app, actor.scope, filter),
          waitingFor(db.app, actor),
          countApprovals(db.app, actor.scope, { isClosedToday: true }),
          standingOf(db.app, actor.userId),
        ]);
        const isActing = actor.userId !== actor.effectiveUserId;
        const viewer = {
          ...standing,
          permissions: actor.permissions,
          isActing,
        };
        return answerPage(input, {
          items: rows.map((row) => presentApproval(row, viewer)),
          total,
          summary: {
            waiting: waiting.waiting,
            decidable: waiting.decidable,
            closed_today: countOf(closed),
            four_eyes: desk.fourEyes,
          },
        });
      },
      approve: (context, input) => carryOutWaiting(desk, context, input),
      refuse: (context, input) => refuseWaiting(context, input),
      withdraw: (context, input) => withdrawWaiting(context, input),
    },
  );
}

/** How much waits in the caller's tree, and how much of it waits for him. */
export async function waitingFor(
  db: Kysely<Tables>,
  actor: Actor,
): Promise<{ waiting: number; decidable: number; oldestAt: Date | null }> {
  const acts = actor.permissions.has('admin.approvals.approve')
    ? approvalActNames.filter((name) => checkedWithOneOf(name).some((one) => actor.permissions.has(one)))
    : [];
  const counts = await countWaiting(db, actor.scope, await standingOf(db, actor.userId), acts);
  return {
    waiting: countOf(counts.waiting),
    decidable: countOf(counts.decidable),
    oldestAt: counts.oldest_at,
  };
}

/** The last submissions of the caller's tree that he may decide now, as he sees them. */
export async function decidableNow(
  db: Kysely<Tables>,
  actor: Actor,
  most: number,
): Promise<ReturnType<typeof presentApproval>[]> {
  const standing = await standingOf(db, actor.userId);
  const isActing = actor.userId !== actor.effectiveUserId;
  const rows = await listApprovals(
    db,
    actor.scope,
    { state: 'waiting' },
    { offset: 0, limit: lookedThrough },
  );
  return rows
    .map((row) => presentApproval(row, { ...standing, permissions: actor.permissions, isActing }))
    .filter(({ actions }) => actions.includes('approve'))
    .slice(0, most);
}

const lookedThrough = 100;
