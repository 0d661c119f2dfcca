import { feeLayers, layerGroups } from '@suanpan/contract/endpoints/data-screens';
import { useMemo } from 'react';
import { fields as fieldsOf } from '../../kit/filter/field-factory.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { textAt } from '../../lib/list-paging.ts';
import { merchantNames } from '../../lib/names.ts';
import { useWords } from '../../lib/use-words.ts';
import type { DataDimension } from '../../parts/data/data-columns.tsx';
import { useDataFields } from '../../parts/data/data-fields.ts';
import { DataScreen, type Answer } from '../../parts/data/data-screen.tsx';
import { Layers } from './stats7/layers.tsx';

const figures = [
  'fee',
  'endpointCost',
  'generalShare',
  'middlemanShare',
  'seniorShare',
  'systemShare',
  'payoutFee',
  'payoutEndpointCost',
  'payoutGeneralShare',
  'payoutMiddlemanShare',
  'payoutSeniorShare',
  'payoutSystemShare',
] as const;
const work = [
  'fee',
  'endpointCost',
  'generalShare',
  'seniorShare',
  'systemShare',
  'payoutFee',
  'payoutEndpointCost',
  'payoutSystemShare',
] as const;
const leaving = ['generalShare', 'seniorShare', 'payoutEndpointCost'] as const;
const sorts = [
  '-fee',
  'fee',
  '-systemShare',
  'systemShare',
  '-payoutFee',
  'payoutFee',
  '-payoutSystemShare',
  'payoutSystemShare',
] as const;

const dimensions: Readonly<Record<(typeof layerGroups)[number], readonly DataDimension[]>> = {
  day: ['day'],
  agent: ['agent'],
  'agent.day': ['day', 'agent'],
};

function about(search: FlatSearch): readonly DataDimension[] {
  return dimensions[layerGroups.find((one) => one === textAt(search, 'group')) ?? 'day'];
}
const picture = ({ summary }: Answer) => <Layers summary={summary} />;

/** What becomes of the merchant's fee, layer by layer, by day and senior agent. */
export function FeeLayers() {
  const t = useWords('data');
  const shared = useDataFields();
  const fields = useMemo(() => {
    const f = fieldsOf<typeof feeLayers>();
    return [
      shared.range,
      shared.group(layerGroups, 'day'),
      shared.agent,
      shared.currency,
      shared.compare,
      f.pick('customer_id', t('columns.customer'), merchantNames),
    ];
  }, [shared, t]);
  return (
    <DataScreen<typeof feeLayers>
      endpoint={feeLayers}
      kind="index.stats7"
      fields={fields}
      sorts={sorts}
      about={about}
      figures={figures}
      work={work}
      leaving={leaving}
      picture={picture}
    />
  );
}
