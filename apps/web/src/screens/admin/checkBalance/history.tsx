import type { OutputOf } from '@suanpan/contract/endpoint';
import type { runProof } from '@suanpan/contract/endpoints/accounting';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { columns as columnsOf } from '../../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../../kit/grid/use-work-and-all.ts';
import { ShortList } from '../../../kit/short-list.tsx';
import { useWords } from '../../../lib/use-words.ts';

type Proof = OutputOf<typeof runProof>;

const rowKey = (row: Proof): string => row.id;

/** The proofs before the latest: what each found, when, and who asked for it. */
export function History({ runs }: { runs: readonly Proof[] }) {
  const t = useWords('ledger');
  const columns = useMemo(() => proofColumns(t), [t]);
  const presets = useWorkAndAll<Proof>(
    { columns: ['passed', 'finished_at', 'started_by', 'checks', 'duration_ms'], pinned: ['passed'] },
    {
      columns: ['id', 'started_at', 'finished_at', 'passed', 'started_by', 'checks', 'duration_ms'],
      pinned: ['id'],
    },
  );
  return (
    <ShortList
      name="admin.checkBalance"
      title={t('proof.history')}
      columns={columns}
      presets={presets}
      rows={runs}
      rowKey={rowKey}
    />
  );
}

function proofColumns(t: TFunction<'ledger'>): readonly GridColumn<Proof>[] {
  const c = columnsOf<Proof>();
  const found = ({ passed }: Proof) =>
    ({ tone: passed ? 'ok' : 'fail', label: passed ? t('proof.holds') : t('proof.broken') }) as const;
  const held = ({ checks }: Proof): string =>
    `${checks.filter((check) => check.passed).length} / ${checks.length}`;
  return [
    c.tag('passed', t('proof.result'), found, { card: 1 }),
    c.text('id', t('proof.number'), { width: 72 }),
    c.time('finished_at', t('proof.finished'), { card: 1 }),
    c.time('started_at', t('proof.started')),
    c.said('started_by', t('proof.by'), (row) => row.started_by ?? t('proof.scheduled'), {
      width: 160,
      card: 2,
    }),
    c.own('checks', t('proof.held'), {
      width: 96,
      isFigure: true,
      card: 2,
      holds: held,
      cell: (row) => <span className="num">{held(row)}</span>,
    }),
    c.own('duration_ms', t('proof.took'), {
      width: 96,
      isFigure: true,
      card: 3,
      holds: (row) => `${row.duration_ms} ms`,
      cell: (row) => <span className="num">{row.duration_ms} ms</span>,
    }),
  ];
}
