import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { incomeOfAgents } from '../../income/index.ts';
import { balancesOfOwners } from '../../ledger/index.ts';
import type { Standing, StandingQuestion } from './data-screen.ts';
import { countBelowAgents, countBound } from './people.queries.ts';

type Sums = Record<string, bigint>;

/** What owners hold in one currency, by the names of the figures. */
async function holdings(db: Kysely<Tables>, { currency, ids }: StandingQuestion): Promise<Map<string, Sums>> {
  const held = await balancesOfOwners(db, ids, currency);
  return new Map(
    ids.map((id) => {
      const kinds = held.get(id) ?? {};
      return [
        String(id),
        {
          balance: (kinds.L200 ?? 0n) + (kinds.L201 ?? 0n) + (kinds.L202 ?? 0n),
          unsettled: kinds.L210 ?? 0n,
          frozen: kinds.L220 ?? 0n,
          feeIncome: kinds.L240 ?? 0n,
        },
      ];
    }),
  );
}

function add(to: Map<string, Sums>, id: bigint, sums: Sums): void {
  to.set(String(id), { ...to.get(String(id)), ...sums });
}

/** Senior agents: who stands below them, what they hold, their system fee of the range and as owed at its end, and what they leave the platform. */
export async function agentStanding(
  db: Kysely<Tables>,
  { scope }: Actor,
  asked: StandingQuestion,
): Promise<Standing> {
  const standing = await holdings(db, asked);
  for (const { id, merchants, generals } of await countBelowAgents(db, asked.ids))
    add(standing, id, { merchants, generals });
  for (const { agent_id: id, collected } of await incomeOfAgents(db, scope, { ...asked, tab: 'margin' }))
    add(standing, id, { platformMargin: collected });
  for (const income of await incomeOfAgents(db, scope, { ...asked, tab: 'system' }))
    add(standing, income.agent_id, {
      systemFee: income.accrued,
      systemFeeCollected: income.collected,
      systemFeeOwed: income.outstanding,
    });
  return standing;
}

/** Merchants: what they hold. */
export async function merchantStanding(
  db: Kysely<Tables>,
  _actor: Actor,
  asked: StandingQuestion,
): Promise<Standing> {
  return holdings(db, asked);
}

/** General agents: how many merchants are bound to them, and what they may transfer. */
export async function generalStanding(
  db: Kysely<Tables>,
  _actor: Actor,
  asked: StandingQuestion,
): Promise<Standing> {
  const standing = await holdings(db, asked);
  for (const { id, merchants } of await countBound(db, asked.ids)) add(standing, id, { merchants });
  return standing;
}
