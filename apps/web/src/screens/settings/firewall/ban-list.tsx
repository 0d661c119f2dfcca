import type { OutputOf } from '@suanpan/contract/endpoint';
import { firewallBans, liftFirewallBan } from '@suanpan/contract/endpoints/protection';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { EmptyState } from '../../../kit/empty-state.tsx';
import { Fault } from '../../../kit/fault.tsx';
import { DataGrid } from '../../../kit/grid/data-grid.tsx';
import type { GridColumn } from '../../../kit/grid/grid-column.ts';
import { useGridLayout } from '../../../kit/grid/grid-layout.ts';
import { StatusTag, type Tone } from '../../../kit/status-tag.tsx';
import { call } from '../../../lib/api.ts';
import { CallFault } from '../../../lib/call-fault.ts';
import { useMay } from '../../../lib/own-user.ts';
import { platformZone } from '../../../lib/platform-time.ts';
import { useWords } from '../../../lib/use-words.ts';
import { Instant } from '../../../kit/instant.tsx';
import { bansKey, rulesKey } from './rules-key.ts';

// Fetched when it is opened: the list is shown without.
const Confirm = lazy(async () => ({ default: (await import('../../../kit/confirm.tsx')).Confirm }));

type Ban = OutputOf<typeof firewallBans>['items'][number];
const tones: Record<Ban['state'], Tone> = { active: 'fail', ended: 'idle', lifted: 'reversed' };
const latest = { page: 1, paginate: 200 };

/** Who is kept out now, and who was; the latest two hundred. */
export function BanList() {
  const t = useWords('protection');
  const may = useMay();
  const client = useQueryClient();
  const [lifting, setLifting] = useState<Ban | null>(null);
  const bans = useQuery({
    queryKey: bansKey,
    queryFn: ({ signal }) => call(firewallBans, latest, { signal }),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo<readonly GridColumn<Ban>[]>(
    () => [
      { key: 'shown', title: t('firewall.banned'), width: 220, cell: (ban) => <b>{ban.shown}</b> },
      {
        key: 'state',
        title: t('firewall.state'),
        width: 120,
        cell: (ban) => (
          <StatusTag
            tone={tones[ban.state]}
            label={t(`banStates.${ban.state}`)}
            {...(ban.lifted_by !== null && { hint: t('firewall.liftedBy', { name: ban.lifted_by }) })}
          />
        ),
      },
      { key: 'rule', title: t('firewall.rule'), width: 200, cell: (ban) => ban.rule },
      {
        key: 'since',
        title: `${t('firewall.since')} (${platformZone})`,
        width: 170,
        cell: (ban) => <Instant at={ban.started_at} />,
      },
      { key: 'until', title: t('firewall.until'), width: 170, cell: (ban) => <Instant at={ban.until} /> },
    ],
    [t],
  );
  const layout = useGridLayout('settings.firewall.bans', columns);
  return (
    <>
      <DataGrid
        label={t('firewall.bans')}
        columns={columns}
        layout={layout}
        rows={bans.error ? [] : bans.data?.items}
        rowKey={(ban) => ban.id}
        message={
          bans.error instanceof CallFault ? (
            <Fault fault={bans.error} onRetry={() => void bans.refetch()} />
          ) : bans.data ? (
            <EmptyState kind="none" text={t('firewall.noBans')} />
          ) : null
        }
        actions={(ban) =>
          ban.state === 'active' && may('settings.firewall.liftBan')
            ? [{ key: 'lift', label: t('firewall.lift'), run: () => setLifting(ban) }]
            : []
        }
      />
      <Suspense fallback={null}>
        {lifting && (
          <Confirm
            title={t('firewall.lift')}
            effect={t('firewall.liftEffect', { shown: lifting.shown })}
            confirmLabel={t('firewall.lift')}
            act={async () => {
              await call(liftFirewallBan, { id: lifting.id });
              await Promise.all([
                client.invalidateQueries({ queryKey: bansKey }),
                client.invalidateQueries({ queryKey: rulesKey }),
              ]);
            }}
            onClose={() => setLifting(null)}
          />
        )}
      </Suspense>
    </>
  );
}
