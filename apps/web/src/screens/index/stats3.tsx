import { analysisGroups, merchantAnalysis, type DataRow } from '@suanpan/contract/endpoints/data-screens';
import { analysisMaxDays } from '@suanpan/domain/reports/figures';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { fields as fieldsOf } from '../../kit/filter/field-factory.ts';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { textAt } from '../../lib/list-paging.ts';
import { merchantNames } from '../../lib/names.ts';
import { useWords } from '../../lib/use-words.ts';
import type { DataDimension } from '../../parts/data/data-columns.tsx';
import { useDataFields } from '../../parts/data/data-fields.ts';
import { DataScreen, type Answer } from '../../parts/data/data-screen.tsx';
import { toldColumn } from '../../parts/data/told-column.tsx';
import { Analysis } from './stats3/analysis.tsx';

const figures = [
  'orders',
  'success',
  'failed',
  'successRate',
  'amount',
  'meanTicket',
  'timeToPay',
  'timeToPay95',
] as const;
const leaving = ['failed', 'meanTicket', 'timeToPay95', 'callback'] as const;
const sorts = ['-orders', 'orders', '-amount', 'amount', '-success', 'success'] as const;

const dimensions: Readonly<Record<(typeof analysisGroups)[number], readonly DataDimension[]>> = {
  'day.hour': ['day', 'hour'],
  day: ['day'],
  state: ['state'],
  'state.channel': ['state', 'channel'],
  channel: ['channel'],
  band: ['band'],
};
const about = (search: FlatSearch): readonly DataDimension[] =>
  dimensions[analysisGroups.find((one) => one === textAt(search, 'group')) ?? 'day.hour'];
const picture = (answer: Answer) => <Analysis answer={answer} />;

/** One merchant's orders: by hour, outcome, channel and amount, how long payers took and how fast its server answers. */
export function MerchantAnalysis() {
  const t = useWords('data');
  const own = useMemo(() => [answersColumn(t)], [t]);
  const shared = useDataFields(analysisMaxDays);
  const fields = useMemo(() => {
    const f = fieldsOf<typeof merchantAnalysis>();
    return [
      shared.range,
      f.pick('customer_id', t('columns.customer'), merchantNames),
      shared.group(analysisGroups, 'day.hour'),
      shared.currency,
      shared.compare,
    ];
  }, [shared, t]);
  return (
    <DataScreen<typeof merchantAnalysis>
      endpoint={merchantAnalysis}
      kind="index.stats3"
      fields={fields}
      sorts={sorts}
      about={about}
      figures={figures}
      own={own}
      leaving={leaving}
      picture={picture}
    />
  );
}

function answersColumn(t: TFunction<'data'>): GridColumn<DataRow> {
  return toldColumn({
    key: 'callback',
    title: t('columns.callback'),
    width: 132,
    tell: ({ callback }) => callback?.ms && t('states.latency', callback.ms),
    hint: ({ callback }) => (callback ? t('states.answered', { answered: callback.answered }) : undefined),
  });
}
