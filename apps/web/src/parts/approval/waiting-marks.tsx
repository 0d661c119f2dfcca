import type { WaitingAct } from '@suanpan/contract/endpoints/approvals';
import { Suspense } from 'react';
import { StatusTag } from '../../kit/status-tag.tsx';
import { useWords } from '../../lib/use-words.ts';
import { shownAge } from './shown-age.ts';

interface WaitingMarksProps {
  readonly of: readonly WaitingAct[];
  /** In a list the icon says it, and its tooltip the rest. */
  readonly hasWord?: boolean;
}

/** What of a row waits for its second person, and the way there for whoever may go. */
export function WaitingMarks(props: WaitingMarksProps) {
  // The words come with the first row that waits: most lists have none.
  return (
    <Suspense fallback={null}>
      <Marks {...props} />
    </Suspense>
  );
}

function Marks({ of, hasWord = false }: WaitingMarksProps) {
  const t = useWords('approvals');
  return of.map(({ act, approval_id, asked_at, maker }) => {
    const said = [
      t('waits'),
      t(`acts.${act}`),
      shownAge(t, asked_at),
      ...(maker === null ? [] : [maker.name]),
    ];
    const mark = <StatusTag tone="attention" label={said.join(' · ')} isBare hasWord={hasWord} />;
    return approval_id === null ? (
      <span key={act}>{mark}</span>
    ) : (
      <a
        key={approval_id}
        href={`#/wrap/admin.approvals?open=${approval_id}`}
        onClick={(event) => event.stopPropagation()}
      >
        {mark}
      </a>
    );
  });
}
