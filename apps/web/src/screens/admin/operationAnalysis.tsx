import { operationAnalysis } from '@suanpan/contract/endpoints/audit';
import { useMemo } from 'react';
import { fields as fieldsOf, filterOf } from '../../kit/filter/field-factory.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { operatorNames } from '../../lib/names.ts';
import { useWords } from '../../lib/use-words.ts';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { operatorColumns, operatorPresets, type OperatorRow } from './operationAnalysis/columns.tsx';
import { HourBars } from './operationAnalysis/hour-bars.tsx';

type E = typeof operationAnalysis;

/** As many as the call takes. */
const mostDays = 92;
const rowKey = (row: OperatorRow): string => row.operator.id;

/** Who did how much of what, and what of it is not like him. */
export function OperationAnalysis() {
  const t = useWords('audit');
  const statuses = useWords('statuses');
  const common = useWords('common');
  const columns = useMemo(() => operatorColumns({ t, statuses }), [t, statuses]);
  const presets = useMemo(() => operatorPresets(common), [common]);
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.pick('actor', t('columns.actor'), operatorNames),
      f.days(t('filters.range'), { fallback: 'last7', maxDays: mostDays }),
    ];
  }, [t]);
  const toInput = useMemo(() => filterOf(operationAnalysis, fields), [fields]);
  return (
    <ListScreen<E>
      endpoint={operationAnalysis}
      name="admin.operationAnalysis"
      columns={columns}
      presets={presets}
      fields={fields}
      toInput={toInput}
      rowKey={rowKey}
      emptyText={t('analysis.empty')}
      headActions={
        <ExportButton kind="admin.operationAnalysis" endpoint={operationAnalysis} toInput={toInput} />
      }
      toolbar={({ data }) => data && data.items.length > 0 && <HourBars hours={data.hours} />}
    />
  );
}
