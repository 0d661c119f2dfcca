import type { likenesses, PrivateTransferRow } from '@suanpan/contract/endpoints/private-transfers';
import { foldName } from '@suanpan/domain/names/fold-name';
import { formatLedger } from '@suanpan/money/amount';
import type { Kysely } from 'kysely';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { listCandidates } from './private.queries.ts';
import type { Candidate, Wire } from './private.queries.ts';

type Match = PrivateTransferRow['matches'][number];

/** By which names are compared; what is kept of them is useless without the key. */
export const markOf = (vault: Vault, name: string): string =>
  vault.keyedHash(foldName(name), 'private_transfer.name');

/** What each wire is like: two of name, last digits and amount agree. In the order of the wires. */
export async function findMatches(
  db: Kysely<Tables>,
  vault: Vault,
  scope: Scope,
  wires: readonly Wire[],
): Promise<Match[][]> {
  const candidates = await listCandidates(db, scope, wires);
  return wires.map((wire, place) =>
    candidates
      .filter(({ of }) => of === place)
      .map((candidate) => presentMatch(vault, wire, candidate))
      .filter(({ why }) => why.length > 1),
  );
}

function presentMatch(vault: Vault, wire: Wire, candidate: Candidate): Match {
  const agrees: Readonly<Record<(typeof likenesses)[number], boolean>> = {
    name: candidate.real_name !== null && markOf(vault, candidate.real_name) === wire.nameMark,
    last5: candidate.last5 === wire.last5,
    amount: candidate.amount === wire.amount,
  };
  return {
    kind: candidate.kind,
    id: String(candidate.id),
    no: candidate.no,
    amount: formatLedger(candidate.amount, wire.currency),
    at: candidate.at.toISOString(),
    why: (['name', 'last5', 'amount'] as const).filter((each) => agrees[each]),
  };
}
