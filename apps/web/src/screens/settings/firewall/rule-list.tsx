import { deleteFirewallRule, firewallRules, type FirewallRule } from '@suanpan/contract/endpoints/protection';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { columns as columnsOf } from '../../../kit/grid/column-factory.tsx';
import type { GridAction, GridColumn, GridPreset } from '../../../kit/grid/grid-column.ts';
import { workAndAll } from '../../../kit/grid/work-and-all.ts';
import { ListFrame } from '../../../kit/list-frame.tsx';
import { call } from '../../../lib/api.ts';
import { useMay } from '../../../lib/own-user.ts';
import { useScreenList } from '../../../lib/use-screen-list.ts';
import { useWords } from '../../../lib/use-words.ts';

// Fetched when it is opened: the list is shown without.
const RuleDialog = lazy(async () => ({ default: (await import('./rule-dialog.tsx')).RuleDialog }));
const Confirm = lazy(async () => ({ default: (await import('../../../kit/confirm.tsx')).Confirm }));

const rowKey = (rule: FirewallRule): string => rule.id;
const everyRule = () => ({});

/** The rules in force and those that rest. */
export function RuleList({ choice }: { readonly choice: ReactNode }) {
  const t = useWords('protection');
  const common = useWords('common');
  const may = useMay();
  const [editing, setEditing] = useState<FirewallRule | 'new' | null>(null);
  const [removing, setRemoving] = useState<FirewallRule | null>(null);
  const list = useScreenList(firewallRules, everyRule);
  const columns = useMemo(() => ruleColumns(t, common), [t, common]);
  const presets = useMemo(() => rulePresets(common), [common]);
  const actions = (rule: FirewallRule): GridAction[] => [
    ...(may('settings.firewall.update')
      ? [{ key: 'edit', label: common('buttons.edit'), run: () => setEditing(rule) }]
      : []),
    ...(may('settings.firewall.delete')
      ? [{ key: 'remove', label: t('firewall.remove'), isDangerous: true, run: () => setRemoving(rule) }]
      : []),
  ];
  return (
    <ListFrame<typeof firewallRules>
      list={list}
      name="settings.firewall"
      columns={columns}
      presets={presets}
      fields={[]}
      rowKey={rowKey}
      emptyText={t('firewall.empty')}
      headActions={choice}
      toolbar={<span title={t('firewall.intro')}>{t('firewall.intro')}</span>}
      create={
        may('settings.firewall.create')
          ? { label: t('firewall.add'), run: () => setEditing('new') }
          : undefined
      }
      actions={actions}
    >
      <Suspense fallback={null}>
        {editing && (
          <RuleDialog
            rule={editing === 'new' ? null : editing}
            onDone={list.reload}
            onClose={() => setEditing(null)}
          />
        )}
        {removing && (
          <Confirm
            title={t('firewall.remove')}
            effect={t('firewall.removeEffect', { name: removing.name })}
            confirmLabel={t('firewall.remove')}
            isDangerous
            act={async () => {
              await call(deleteFirewallRule, { id: removing.id });
              list.reload();
            }}
            onClose={() => setRemoving(null)}
          />
        )}
      </Suspense>
    </ListFrame>
  );
}

function ruleColumns(
  t: TFunction<'protection'>,
  common: TFunction<'common'>,
): readonly GridColumn<FirewallRule>[] {
  const c = columnsOf<FirewallRule>();
  return [
    c.tag(
      'enabled',
      t('firewall.state'),
      (rule) =>
        rule.enabled
          ? { tone: 'ok', label: common('states.enabled') }
          : { tone: 'idle', label: common('states.notEnabled') },
      { width: 104, card: 1 },
    ),
    c.own('name', t('firewall.name'), { width: 170, card: 1, cell: (rule) => <b>{rule.name}</b> }),
    c.said('path_class', t('firewall.place'), (rule) => t(`places.${rule.path_class}`), {
      width: 150,
      card: 2,
    }),
    c.said('key', t('firewall.key'), (rule) => t(`keys.${rule.key}`), { width: 104 }),
    c.said(
      'attempts',
      t('firewall.limit'),
      (rule) => t('firewall.limitText', { attempts: rule.attempts, seconds: rule.window_s }),
      { width: 120, card: 3 },
    ),
    c.said(
      'ban_s',
      t('firewall.beyond'),
      (rule) => (rule.ban_s === 0 ? t('firewall.noBan') : t('firewall.banText', { seconds: rule.ban_s })),
      { width: 150, card: 3 },
    ),
    c.said(
      'agent',
      t('columns.scope'),
      ({ agent }) => (agent === null ? t('scope.platform') : t('scope.agent', { name: agent.name })),
      { width: 130, card: 2 },
    ),
    c.count('bans', t('firewall.activeBans'), { width: 104 }),
    c.time('updated_at', t('firewall.updatedAt')),
  ];
}

const ruleKeys = ['enabled', 'name', 'path_class', 'key', 'attempts', 'ban_s', 'agent', 'bans'] as const;

function rulePresets(common: TFunction<'common'>): readonly GridPreset[] {
  return workAndAll<FirewallRule>(
    common,
    { columns: ruleKeys, pinned: ['enabled', 'name'] },
    { columns: [...ruleKeys, 'updated_at'], pinned: ['enabled', 'name'] },
  );
}
