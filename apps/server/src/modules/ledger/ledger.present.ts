import type { OutputOf } from '@suanpan/contract/endpoint';
import type { changelogs, runProof } from '@suanpan/contract/endpoints/accounting';
import { formatLedger } from '@suanpan/money/amount';
import { countOf } from '../../platform/db/count-of.ts';
import type { ChangelogRow, ChangelogSum } from './changelogs.queries.ts';
import type { ProofRow } from './proof/proof.store.ts';
import type { Outside, ProviderStanding } from './proof/outside.queries.ts';
import type { AccountTotal, CheckResult } from './proof/proof.ts';
import type { NamedAccount } from './proof/named-accounts.queries.ts';

type ChangelogItem = OutputOf<typeof changelogs>['items'][number];
type ProofAnswer = OutputOf<typeof runProof>;

export function presentChangelog(row: ChangelogRow): ChangelogItem {
  return {
    id: `${row.journal_id}-${row.leg_no}`,
    journal_id: String(row.journal_id),
    created_at: row.posted_at.toISOString(),
    event: row.event,
    order_no: row.order_no,
    owner_id: String(row.owner_id),
    owner_name: row.owner_name,
    account: row.account,
    currency: row.currency,
    before: formatLedger(row.balance_after - row.amount, row.currency),
    change: formatLedger(row.amount, row.currency),
    after: formatLedger(row.balance_after, row.currency),
    operator: row.operator,
    note: row.note,
  };
}

export function presentChangelogSum(
  row: ChangelogSum,
): OutputOf<typeof changelogs>['summary']['by_currency'][number] {
  return {
    currency: row.currency,
    count: countOf(row.count),
    credited: formatLedger(row.credited, row.currency),
    debited: formatLedger(row.debited, row.currency),
  };
}

/** Accounts that the examples of a proof name, by their ids. */
export const accountsIn = (rows: readonly ProofRow[]): bigint[] => {
  const examples = rows.flatMap(({ result }) =>
    (result as { checks: CheckResult[] }).checks.flatMap((check) => check.examples),
  );
  const ids = examples.flatMap((example) => /^account (\d{1,18})$/.exec(example)?.[1] ?? []);
  return [...new Set(ids)].map(BigInt);
};

export function presentProof(row: ProofRow, named: readonly NamedAccount[]): ProofAnswer {
  // Written by proveAndKeep alone, so its shape is known.
  const result = row.result as { checks: CheckResult[]; totals: AccountTotal[]; outside?: KeptOutside };
  const ids = accountsIn([row]);
  return {
    id: String(row.id),
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at.toISOString(),
    duration_ms: row.duration_ms,
    passed: row.passed,
    started_by: row.started_by,
    checks: result.checks.map((check) => ({ ...check, examples: [...check.examples] })),
    accounts: named
      .filter(({ id }) => ids.includes(id))
      .map(({ id, owner_id: owner, ...rest }) => ({
        ...rest,
        id: String(id),
        owner_id: owner === null ? null : String(owner),
      })),
    totals: result.totals.map((total) => ({
      ...total,
      currency: total.currency as ProofAnswer['totals'][number]['currency'],
    })),
    outside: result.outside === undefined ? null : presentOutside(result.outside),
  };
}

/** As it was kept: JSON knows no instants. */
type KeptOutside = Pick<Outside, 'unidentified'> & {
  readonly providers: readonly (Omit<ProviderStanding, 'checked_at'> & {
    readonly checked_at: string | null;
  })[];
};

function presentOutside({ providers, unidentified }: KeptOutside): NonNullable<ProofAnswer['outside']> {
  return {
    providers: providers.map(
      ({ account_id: id, books, checked_at: at, currency, direction, name, provider }) => ({
        id,
        name,
        direction,
        currency,
        books: formatLedger(BigInt(books), currency),
        provider: provider === null ? null : formatLedger(BigInt(provider), currency),
        difference: provider === null ? null : formatLedger(BigInt(provider) - BigInt(books), currency),
        checked_at: at === null ? null : new Date(at).toISOString(),
      }),
    ),
    unidentified: unidentified.map(
      ({ count, currency, older, total, within_day, within_three, within_week }) => ({
        currency,
        count,
        total: formatLedger(BigInt(total), currency),
        within_day: formatLedger(BigInt(within_day), currency),
        within_three: formatLedger(BigInt(within_three), currency),
        within_week: formatLedger(BigInt(within_week), currency),
        older: formatLedger(BigInt(older), currency),
      }),
    ),
  };
}
