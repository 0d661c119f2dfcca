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
  const say = ({ act, asked_at, maker }: WaitingAct): string =>
    [t('waits'), t(`acts.${act}`), shownAge(t, asked_at), ...(maker === null ? [] : [maker.name])].join(
      ' · ',
    );
  // A row has room for one icon, whatever waits on it.
  const groups = hasWord ? of.map((each) => [each]) : [of];
  return groups.map((group) => {
    const label = group.map(say).join('; ');
    const mark = <StatusTag tone="attention" label={label} isBare hasWord={hasWord} />;
    const ids = group.flatMap(({ approval_id: id }) => (id === null ? [] : [id]));
    return ids.length === 0 ? (
      <span key={label}>{mark}</span>
    ) : (
      <a
        key={ids.join()}
        href={`#/wrap/admin.approvals${ids.length === 1 ? `?open=${ids[0]}` : ''}`}
        onClick={(event) => event.stopPropagation()}
      >
        {mark}
      </a>
    );
  });
}
