import { fundRegister, movementKinds } from '@suanpan/contract/endpoints/funds';
import type { MovementRow } from '@suanpan/contract/endpoints/funds';
import type { AccountKind } from '@suanpan/domain/accounts';
import type { TFunction } from 'i18next';
import { useMemo, type ReactNode } from 'react';
import { fields as fieldsOf, inputOf, wordsOf } from '../../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../../kit/list-screen.tsx';
import { operatorNames, ownerNames } from '../../../lib/names.ts';
import { useWords } from '../../../lib/use-words.ts';
import { currencySums } from '../../../parts/currency-sums.tsx';
import { ExportButton } from '../../../parts/export/export-button.tsx';

type E = typeof fundRegister;
const rowKey = (row: MovementRow): string => row.id;

/** Every movement of money that no order caused, as the books have it. */
export function Register({ choice }: { readonly choice: ReactNode }) {
  const t = useWords('funds');
  const s = useWords('statuses');
  const columns = useMemo(() => movementColumns(t, s), [t, s]);
  const presets = useWorkAndAll<MovementRow>(
    {
      columns: ['kind', 'no', 'from', 'to', 'amount', 'at', 'operator', 'note'],
      pinned: ['kind'],
      leaving: ['no', 'note'],
    },
    {
      columns: ['at', 'kind', 'no', 'from', 'to', 'amount', 'currency', 'operator', 'note', 'journal_id'],
      pinned: ['at'],
    },
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.days(t('filters.range'), { fallback: 'today' }),
      f.choice(
        'kind',
        t('columns.kind'),
        wordsOf(movementKinds, (kind) => t(`kinds.${kind}`)),
      ),
      f.pick('owner_id', t('columns.owner'), ownerNames),
      f.pick('operator_id', t('columns.operator'), operatorNames),
      f.currency(t('columns.currency')),
    ];
  }, [t]);
  const toInput = useMemo(() => inputOf(fundRegister, fields), [fields]);
  return (
    <ListScreen<E>
      endpoint={fundRegister}
      name="cashManagement3.register"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      headActions={
        <>
          {choice}
          <ExportButton kind="cashManagement3" endpoint={fundRegister} toInput={toInput} />
        </>
      }
      sums={(shown) =>
        currencySums(shown, [{ label: t('columns.amount'), sum: 'amount', row: 'amount', isExact: true }])
      }
    />
  );
}

function movementColumns(
  t: TFunction<'funds'>,
  s: TFunction<'statuses'>,
): readonly GridColumn<MovementRow>[] {
  const c = columnsOf<MovementRow>();
  const side = (of: MovementRow['from'], account: string): string =>
    `${of === null ? t('states.house') : of.name} · ${s(`account.${account as AccountKind}`)}`;
  return [
    c.said('kind', t('columns.kind'), (row) => t(`kinds.${row.kind}`), { width: 128, card: 1 }),
    c.text('no', t('columns.no'), { width: 112 }),
    c.said('from', t('columns.from'), (row) => side(row.from, row.from_account), { width: 168, card: 3 }),
    c.said('to', t('columns.to'), (row) => side(row.to, row.to_account), { width: 168, card: 3 }),
    c.money('amount', t('columns.amount'), {
      width: 124,
      isExact: true,
      card: 2,
      unit: (row) => row.currency,
    }),
    c.time('at', t('columns.time'), { card: 1 }),
    c.text('operator', t('columns.operator'), { width: 104, card: 2 }),
    c.text('note', t('columns.note'), { width: 160 }),
    c.text('currency', t('columns.currency'), { width: 64 }),
    c.text('journal_id', t('columns.journal'), { width: 90 }),
  ];
}
