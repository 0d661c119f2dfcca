import { StatusTag } from '../../kit/status-tag.tsx';
import { useWords } from '../../lib/use-words.ts';

interface OrderMarksProps {
  readonly of: { readonly is_test: boolean; readonly archived?: boolean | undefined };
}

/** What sets an order of either direction apart: that it moves no real money, that it lies in the archive. */
export function OrderMarks({ of }: OrderMarksProps) {
  // Most orders have none, and a list draws many.
  return of.is_test || of.archived ? <Marks of={of} /> : null;
}

function Marks({ of }: OrderMarksProps) {
  const t = useWords('orders');
  return (
    <>
      {of.is_test && <StatusTag tone="test" label={t('columns.test')} />}{' '}
      {of.archived && <StatusTag tone="idle" label={t('columns.archived')} />}
    </>
  );
}
