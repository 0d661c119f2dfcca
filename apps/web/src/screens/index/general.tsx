import { generalAgents, type DataRow } from '@suanpan/contract/endpoints/data-screens';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { fields as fieldsOf } from '../../kit/filter/field-factory.ts';
import { subAgentNames } from '../../lib/names.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import type { DataDimension } from '../../parts/data/data-columns.tsx';
import { useDataFields } from '../../parts/data/data-fields.ts';
import { DataScreen } from '../../parts/data/data-screen.tsx';
import { usePersonActions } from '../../parts/data/use-person-actions.tsx';

// Fetched when it is opened: most come to look.
const BindMerchant = lazy(async () => ({
  default: (await import('./general/bind-merchant.tsx')).BindMerchant,
}));

const figures = [
  'merchants',
  'orders',
  'actual',
  'commission',
  'payouts',
  'paidAmount',
  'payoutCommission',
  'feeIncome',
] as const;
/** What came by both ways, and what it earned him. */
const work = ['merchants', 'orders', 'actual', 'commission', 'payoutCommission', 'feeIncome'] as const;
const leaving = ['merchants', 'orders'] as const;
const sorts = [
  '-actual',
  'actual',
  '-orders',
  'orders',
  '-commission',
  'commission',
  '-paidAmount',
  'paidAmount',
  '-payoutCommission',
  'payoutCommission',
] as const;
const personOf = ({ sub_agent: general }: DataRow) => general;
const about = (): readonly DataDimension[] => ['sub_agent'];

/** General agents: whom they bring, what came through them, and what they earned and may transfer. */
export function GeneralAgents() {
  const t = useWords('data');
  const may = useMay();
  const client = useQueryClient();
  const [binding, setBinding] = useState<DataRow | null>(null);
  const mayBind = may('users.list.bind');
  const { actionsOf, dialog, mayAct } = usePersonActions(personOf);
  const shared = useDataFields();
  const fields = useMemo(() => {
    const f = fieldsOf<typeof generalAgents>();
    return [
      shared.range,
      f.pick('sub_agent_id', t('columns.sub_agent'), subAgentNames),
      shared.currency,
      shared.compare,
      shared.agent,
    ];
  }, [shared, t]);
  return (
    <DataScreen<typeof generalAgents>
      endpoint={generalAgents}
      kind="index.general"
      fields={fields}
      sorts={sorts}
      about={about}
      figures={figures}
      work={work}
      leaving={leaving}
      {...((mayBind || mayAct) && {
        actions: (row: DataRow) => [
          ...(mayBind ? [{ key: 'bind', label: t('acts.bind'), run: () => setBinding(row) }] : []),
          ...actionsOf(row),
        ],
      })}
    >
      {dialog}
      <Suspense fallback={null}>
        {binding?.sub_agent && (
          <BindMerchant
            general={binding.sub_agent}
            onClose={() => {
              setBinding(null);
              void client.invalidateQueries({ queryKey: [generalAgents.path] });
            }}
          />
        )}
      </Suspense>
    </DataScreen>
  );
}
