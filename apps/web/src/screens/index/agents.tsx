import { seniorAgents, type DataRow } from '@suanpan/contract/endpoints/data-screens';
import { useMemo } from 'react';
import { fields as fieldsOf } from '../../kit/filter/field-factory.ts';
import { agentNames } from '../../lib/names.ts';
import { useSelf } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import type { DataDimension } from '../../parts/data/data-columns.tsx';
import { dataFields } from '../../parts/data/data-fields.ts';
import { DataScreen } from '../../parts/data/data-screen.tsx';
import { usePersonActions } from '../../parts/data/use-person-actions.tsx';

const figures = [
  'merchants',
  'generals',
  'orders',
  'successRate',
  'actual',
  'payouts',
  'paidAmount',
  'payoutRate',
  'systemFee',
  'systemFeeCollected',
  'systemFeeOwed',
  'platformMargin',
  'balance',
  'feeIncome',
] as const;
const work = [
  'merchants',
  'orders',
  'successRate',
  'actual',
  'payouts',
  'paidAmount',
  'systemFee',
  'systemFeeOwed',
  'balance',
] as const;
/** What stands again in what is left. */
const leaving = ['merchants', 'payouts'] as const;
const sorts = [
  '-actual',
  'actual',
  '-orders',
  'orders',
  '-paidAmount',
  'paidAmount',
  '-payouts',
  'payouts',
] as const;
const personOf = ({ agent }: DataRow) => agent;
const about = (): readonly DataDimension[] => ['agent'];

/** Senior agents: their trade, what they owe of the system fee, and what they hold. */
export function SeniorAgents() {
  const t = useWords('data');
  const orders = useWords('orders');
  const { currency } = useSelf();
  const { actionsOf, dialog, mayAct } = usePersonActions(personOf);
  const fields = useMemo(() => {
    const f = fieldsOf<typeof seniorAgents>();
    const shared = dataFields(t, currency);
    return [
      shared.range,
      f.pick('agent_id', t('columns.agent'), agentNames, { mistake: orders('filters.agentMistake') }),
      shared.currency,
      shared.compare,
    ];
  }, [currency, orders, t]);
  return (
    <DataScreen<typeof seniorAgents>
      endpoint={seniorAgents}
      kind="index.agents"
      fields={fields}
      sorts={sorts}
      about={about}
      figures={figures}
      work={work}
      leaving={leaving}
      {...(mayAct && { actions: actionsOf })}
    >
      {dialog}
    </DataScreen>
  );
}
