import { seniorAgents, type DataRow } from '@suanpan/contract/endpoints/data-screens';
import { useMemo } from 'react';
import type { DataDimension } from '../../parts/data/data-columns.tsx';
import { useDataFields } from '../../parts/data/data-fields.ts';
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
  const { actionsOf, dialog, mayAct } = usePersonActions(personOf);
  const shared = useDataFields();
  const fields = useMemo(() => [shared.range, shared.agent, shared.currency, shared.compare], [shared]);
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
