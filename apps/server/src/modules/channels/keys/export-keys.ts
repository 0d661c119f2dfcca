import { collectionKeys, payoutKeys } from '@suanpan/contract/endpoints/upstream-keys';
import { translate } from '@suanpan/messages/translate';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import { exportList } from '../../../platform/export-list.ts';
import { openCredentials } from '../channel-service.ts';
import { keyFilterOf } from './key-filter.ts';
import { countContracts, listContracts } from './keys.queries.ts';
import { presentContract } from './keys.present.ts';
import { maskAll } from './mask.ts';

/** Contracts with providers as files, one of each direction: of what a provider knows somebody by the end alone. */
export const upstreamKeyExports = (vault: Vault) => [
  exportOf(vault, 'collection', 'admin.agentCollectionKey', collectionKeys.list),
  exportOf(vault, 'payout', 'admin.agentPaymentKey', payoutKeys.list),
];

function exportOf(
  vault: Vault,
  direction: 'collection' | 'payout',
  route: 'admin.agentCollectionKey' | 'admin.agentPaymentKey',
  list: typeof collectionKeys.list,
) {
  return exportList({
    kind: route,
    filter: list.input.omit({ page: true, paginate: true, cursor: true }).strict(),
    async count({ db, actor }, filter) {
      return countOf(await countContracts(db.reports, actor.scope, keyFilterOf(direction, filter)));
    },
    async read({ db, actor, locale }, filter, { after, limit }) {
      const offset = after === null ? 0 : Number(after); // Not money: a place in a list.
      const wanted = keyFilterOf(direction, filter);
      const rows = await listContracts(db.reports, actor.scope, wanted, { offset, limit });
      return {
        next: rows.length < limit ? null : String(offset + rows.length),
        rows: rows.map((row) => {
          const masked = maskAll(openCredentials(vault, row.credentials_sealed));
          const shown = presentContract(row, masked, actor, route);
          return {
            enabled: translate(locale, `channelDefs.onOff.${shown.enabled ? 'yes' : 'no'}`),
            name: shown.name,
            agent: `${shown.agent.name} · ${shown.agent.id}`,
            provider: shown.provider.name,
            driver: shown.driver,
            currency: shown.currency,
            masked: Object.entries(shown.masked)
              .map(([field, end]) => `${field} ${end}`)
              .join(' · '),
            test_outcome: translate(locale, `channelDefs.test.${shown.test_outcome ?? 'none'}`),
            tested_at: { at: shown.tested_at },
            base_url: shown.base_url,
            late_payment: translate(locale, `channelDefs.latePayments.${shown.late_payment}`),
            notify_networks: shown.notify_networks.join(', '),
            previous_until: { at: shown.previous_until },
          };
        }),
      };
    },
  });
}
