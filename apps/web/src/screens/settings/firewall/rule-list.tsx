import { deleteFirewallRule, firewallRules, type FirewallRule } from '@suanpan/contract/endpoints/protection';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { EmptyState } from '../../../kit/empty-state.tsx';
import { Fault } from '../../../kit/fault.tsx';
import { DataGrid } from '../../../kit/grid/data-grid.tsx';
import type { GridAction, GridColumn } from '../../../kit/grid/grid-column.ts';
import { useGridLayout } from '../../../kit/grid/grid-layout.ts';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { call } from '../../../lib/api.ts';
import { CallFault } from '../../../lib/call-fault.ts';
import { useMay } from '../../../lib/own-user.ts';
import { useWords } from '../../../lib/use-words.ts';
import { rulesKey } from './rules-key.ts';

// Fetched when it is opened: the list is shown without.
const RuleDialog = lazy(async () => ({ default: (await import('./rule-dialog.tsx')).RuleDialog }));
const Confirm = lazy(async () => ({ default: (await import('../../../kit/confirm.tsx')).Confirm }));

/** The rules in force and those that rest. */
export function RuleList() {
  const t = useWords('protection');
  const common = useWords('common');
  const may = useMay();
  const client = useQueryClient();
  const [editing, setEditing] = useState<FirewallRule | null>(null);
  const [removing, setRemoving] = useState<FirewallRule | null>(null);
  const rules = useQuery({
    queryKey: rulesKey,
    queryFn: ({ signal }) => call(firewallRules, {}, { signal }),
  });
  const columns = useColumns();
  const layout = useGridLayout('settings.firewall', columns);
  const actions = (rule: FirewallRule): GridAction[] => [
    ...(may('settings.firewall.update')
      ? [{ key: 'edit', label: common('buttons.edit'), run: () => setEditing(rule) }]
      : []),
    ...(may('settings.firewall.delete')
      ? [{ key: 'remove', label: t('firewall.remove'), isDangerous: true, run: () => setRemoving(rule) }]
      : []),
  ];
  return (
    <>
      <DataGrid
        label={t('firewall.rules')}
        columns={columns}
        layout={layout}
        rows={rules.error ? [] : rules.data?.items}
        rowKey={(rule) => rule.id}
        message={
          rules.error instanceof CallFault ? (
            <Fault fault={rules.error} onRetry={() => void rules.refetch()} />
          ) : rules.data ? (
            <EmptyState kind="none" text={t('firewall.empty')} />
          ) : null
        }
        actions={actions}
      />
      <Suspense fallback={null}>
        {editing && <RuleDialog rule={editing} onClose={() => setEditing(null)} />}
        {removing && (
          <Confirm
            title={t('firewall.remove')}
            effect={t('firewall.removeEffect', { name: removing.name })}
            confirmLabel={t('firewall.remove')}
            isDangerous
            act={async () => {
              await call(deleteFirewallRule, { id: removing.id });
              await client.invalidateQueries({ queryKey: rulesKey });
            }}
            onClose={() => setRemoving(null)}
          />
        )}
      </Suspense>
    </>
  );
}

function useColumns(): readonly GridColumn<FirewallRule>[] {
  const t = useWords('protection');
  const common = useWords('common');
  return useMemo(
    () => [
      { key: 'name', title: t('firewall.name'), width: 170, cell: (rule) => <b>{rule.name}</b> },
      {
        key: 'enabled',
        title: t('firewall.state'),
        width: 142,
        cell: (rule) => (
          <StatusTag
            tone={rule.enabled ? 'ok' : 'idle'}
            label={rule.enabled ? common('states.enabled') : common('states.notEnabled')}
          />
        ),
      },
      {
        key: 'place',
        title: t('firewall.place'),
        width: 176,
        cell: (rule) => t(`places.${rule.path_class}`),
      },
      { key: 'key', title: t('firewall.key'), width: 116, cell: (rule) => t(`keys.${rule.key}`) },
      {
        key: 'limit',
        title: t('firewall.limit'),
        width: 120,
        cell: (rule) => t('firewall.limitText', { attempts: rule.attempts, seconds: rule.window_s }),
      },
      {
        key: 'ban',
        title: t('firewall.beyond'),
        width: 160,
        cell: (rule) =>
          rule.ban_s === 0 ? t('firewall.noBan') : t('firewall.banText', { seconds: rule.ban_s }),
      },
      {
        key: 'scope',
        title: t('columns.scope'),
        width: 130,
        cell: (rule) =>
          rule.agent === null ? t('scope.platform') : t('scope.agent', { name: rule.agent.name }),
      },
      {
        key: 'bans',
        title: t('firewall.activeBans'),
        width: 108,
        isFigure: true,
        cell: (rule) => rule.bans,
      },
    ],
    [t, common],
  );
}
