import { createHash } from 'node:crypto';
import type { OutputOf } from '@suanpan/contract/endpoint';
import type { self } from '@suanpan/contract/endpoints/self';
import { translate } from '@suanpan/messages/translate';
import { formatLedger } from '@suanpan/money/amount';
import type { Actor } from '../../../platform/http/actor.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import type { OwnerBalances } from '../../ledger/index.ts';
import type { Branding } from '../../settings/index.ts';
import type { SelfRow } from './self.queries.ts';

export interface SelfParts {
  readonly actor: Actor;
  readonly row: SelfRow;
  readonly balances: readonly OwnerBalances[];
  readonly branding: Branding;
  readonly locale: Locale;
  readonly fourEyes: boolean;
  readonly oneDatabaseRole: boolean;
}

/** Balance = settleable and payout-only money; the unsettled and the frozen stand apart (domain §3). */
export function presentSelf({
  actor,
  row,
  balances,
  branding,
  locale,
  fourEyes,
  oneDatabaseRole,
}: SelfParts): OutputOf<typeof self> {
  const kinds = balances.find(({ currency }) => currency === row.currency)?.byKind ?? {};
  const amount = (...names: (keyof typeof kinds)[]): string =>
    formatLedger(
      names.reduce((sum, name) => sum + (kinds[name] ?? 0n), 0n),
      row.currency,
    );
  const { scope } = actor;
  return {
    id: row.id.toString(),
    name: row.name,
    username: row.username,
    role_name: row.kind,
    role_name_ch: translate(locale, `statuses.role.${row.kind}`),
    currency: row.currency,
    balance: amount('L200', 'L201', 'L202'),
    unsettlement_amount: amount('L210'),
    frozen_amount: amount('L220'),
    ...(scope.kind === 'customer' && { customer_id: scope.customerId.toString() }),
    ...(scope.kind === 'agent' && { agent_id: scope.agentId.toString() }),
    ...(scope.kind === 'subAgent' && { agent_id: scope.subAgentId.toString() }),
    scope: scope.kind,
    customized: { app_name: branding.appName, logo: branding.logo, color: branding.color },
    google2FA: row.totp_bound,
    last_login_at: row.last_login_at?.toISOString() ?? null,
    last_login_ip: row.last_login_ip,
    permissions_version: versionOf(actor),
    ...(row.clock_ahead_ms !== 0 && { clock_ahead_ms: row.clock_ahead_ms }),
    ...(!fourEyes &&
      (scope.kind === 'platform' || scope.kind === 'agent') && { four_eyes_off: true as const }),
    ...(oneDatabaseRole && row.kind === 'admin' && { one_database_role: true as const }),
  };
}

/** Changes whenever the rights change, so that a browser knows when to ask for them again. */
function versionOf({ permissions, locked }: Actor): string {
  const text = `${locked} ${[...permissions].sort().join(' ')}`;
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
