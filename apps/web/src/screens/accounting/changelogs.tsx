import { changelogs } from '@suanpan/contract/endpoints/accounting';
import { useMemo } from 'react';
import { inputOf } from '../../kit/filter/field-factory.ts';
import { ListFrame } from '../../kit/list-frame.tsx';
import { useMay } from '../../lib/own-user.ts';
import { useScreenList } from '../../lib/use-screen-list.ts';
import { useWords } from '../../lib/use-words.ts';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { changelogColumns, changelogPresets, type ChangelogRow } from './changelogs/columns.tsx';
import { changelogFields } from './changelogs/fields.ts';
import { changelogSums } from './changelogs/sums.tsx';

const rowKey = (row: ChangelogRow): string => row.id;

/** Turnover records: every change of a balance, what it was before, and what came of it. */
export function Changelogs() {
  const t = useWords('ledger');
  const statuses = useWords('statuses');
  const errors = useWords('errors');
  const common = useWords('common');
  const isInside = useMay()('index.stats6.get');
  const fields = useMemo(() => changelogFields(t, statuses, isInside), [isInside, t, statuses]);
  const toInput = useMemo(() => inputOf(changelogs, fields), [fields]);
  const list = useScreenList(changelogs, toInput);
  const currencies = list.data?.summary.by_currency.map((sum) => sum.currency) ?? [];
  const currency = currencies.length === 1 ? currencies[0] : undefined;
  const columns = useMemo(
    () => changelogColumns({ t, statuses, errors, currency }),
    [t, statuses, errors, currency],
  );
  const presets = useMemo(() => changelogPresets(common), [common]);
  return (
    <ListFrame<typeof changelogs>
      list={list}
      name="accounting.changelogs"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      headActions={<ExportButton kind="accounting.changelogs" endpoint={changelogs} toInput={toInput} />}
      sums={(shown) => changelogSums(t, shown)}
    />
  );
}
