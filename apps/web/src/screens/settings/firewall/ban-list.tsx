import { firewallBans, liftFirewallBan } from '@suanpan/contract/endpoints/protection';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { inputOf } from '../../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../../kit/grid/column-factory.tsx';
import type { GridColumn, GridPreset } from '../../../kit/grid/grid-column.ts';
import { workAndAll } from '../../../kit/grid/work-and-all.ts';
import { ListFrame } from '../../../kit/list-frame.tsx';
import type { Tone } from '../../../kit/status-tag.tsx';
import { call } from '../../../lib/api.ts';
import { useMay } from '../../../lib/own-user.ts';
import type { RowOf } from '../../../lib/use-list.ts';
import { useScreenList } from '../../../lib/use-screen-list.ts';
import { useWords } from '../../../lib/use-words.ts';

// Fetched when it is opened: the list is shown without.
const Confirm = lazy(async () => ({ default: (await import('../../../kit/confirm.tsx')).Confirm }));

type Ban = RowOf<typeof firewallBans>;
const tones: Record<Ban['state'], Tone> = { active: 'fail', ended: 'idle', lifted: 'reversed' };
const rowKey = (ban: Ban): string => ban.id;
const toInput = inputOf(firewallBans, []);

/** Who is kept out now, and who was. */
export function BanList({ choice }: { readonly choice: ReactNode }) {
  const t = useWords('protection');
  const common = useWords('common');
  const may = useMay();
  const [lifting, setLifting] = useState<Ban | null>(null);
  const list = useScreenList(firewallBans, toInput);
  const columns = useMemo(() => banColumns(t), [t]);
  const presets = useMemo(() => banPresets(common), [common]);
  return (
    <ListFrame<typeof firewallBans>
      list={list}
      name="settings.firewall.bans"
      columns={columns}
      presets={presets}
      fields={[]}
      rowKey={rowKey}
      emptyText={t('firewall.noBans')}
      headActions={choice}
      actions={(ban) =>
        ban.state === 'active' && may('settings.firewall.liftBan')
          ? [{ key: 'lift', label: t('firewall.lift'), run: () => setLifting(ban) }]
          : []
      }
    >
      <Suspense fallback={null}>
        {lifting && (
          <Confirm
            title={t('firewall.lift')}
            effect={t('firewall.liftEffect', { shown: lifting.shown })}
            confirmLabel={t('firewall.lift')}
            act={async () => {
              await call(liftFirewallBan, { id: lifting.id });
              list.reload();
            }}
            onClose={() => setLifting(null)}
          />
        )}
      </Suspense>
    </ListFrame>
  );
}

function banColumns(t: TFunction<'protection'>): readonly GridColumn<Ban>[] {
  const c = columnsOf<Ban>();
  return [
    c.tag(
      'state',
      t('firewall.state'),
      (ban) => ({
        tone: tones[ban.state],
        label: t(`banStates.${ban.state}`),
        hint: ban.lifted_by === null ? undefined : t('firewall.liftedBy', { name: ban.lifted_by }),
      }),
      { card: 1 },
    ),
    c.text('shown', t('firewall.banned'), { width: 220, card: 1 }),
    c.text('rule', t('firewall.rule'), { width: 200, card: 2 }),
    c.time('started_at', t('firewall.since'), { card: 3 }),
    c.time('until', t('firewall.until'), { card: 3 }),
    c.text('lifted_by', t('firewall.liftedByTitle'), { width: 120 }),
  ];
}

function banPresets(common: TFunction<'common'>): readonly GridPreset[] {
  const keys = ['state', 'shown', 'rule', 'started_at', 'until'] as const;
  return workAndAll<Ban>(
    common,
    { columns: keys, pinned: ['state', 'shown'] },
    { columns: [...keys, 'lifted_by'], pinned: ['state', 'shown'] },
  );
}
