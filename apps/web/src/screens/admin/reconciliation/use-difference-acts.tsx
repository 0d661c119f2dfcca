import { assignDifference, type DifferenceRow } from '@suanpan/contract/endpoints/reconciliation';
import { resolveActs, type ResolveAct } from '@suanpan/domain/reconciliation';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { GridAction } from '../../../kit/grid/grid-column.ts';
import { call } from '../../../lib/api.ts';
import { CallFault } from '../../../lib/call-fault.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { isBlocked } from '../../../parts/approval/is-blocked.ts';
import { reconciliationChanged } from './changed.ts';

// Fetched with the first act: most come to look.
const ResolveDialog = lazy(async () => ({ default: (await import('./resolve-dialog.tsx')).ResolveDialog }));
const CommentDialog = lazy(async () => ({ default: (await import('./comment-dialog.tsx')).CommentDialog }));

interface DifferenceActs {
  readonly actionsOf: (row: DifferenceRow) => readonly GridAction[];
  readonly dialog: ReactNode;
}

/** What can be done with a difference, in its row and in its drawer. */
export function useDifferenceActs(): DifferenceActs {
  const t = useWords('reconciliation');
  const common = useWords('common');
  const [asked, setAsked] = useState<{
    readonly act: ResolveAct | 'comment';
    readonly row: DifferenceRow;
  } | null>(null);
  const close = (): void => setAsked(null);
  const assign = async (row: DifferenceRow, mine: boolean): Promise<void> => {
    try {
      await call(assignDifference, { id: row.id, mine });
      toasts.emit({ tone: 'ok', title: t(mine ? 'said.assigned' : 'said.released') });
    } catch (fault) {
      if (!(fault instanceof CallFault)) throw fault;
      toasts.emit({ tone: 'fail', title: fault.message });
    }
    await reconciliationChanged();
  };
  return {
    actionsOf: (row) => [
      ...(row.actions.includes('assign')
        ? [
            {
              key: 'assign',
              label: t(row.assignee === null ? 'acts.assign' : 'acts.release'),
              run: () => void assign(row, row.assignee === null),
            },
          ]
        : []),
      ...(row.actions.includes('comment')
        ? [{ key: 'comment', label: t('acts.comment'), run: () => setAsked({ act: 'comment', row }) }]
        : []),
      ...resolveActs
        .filter((act) => row.actions.includes(act))
        .map((act) => ({
          key: act,
          label: t(`acts.${act}`),
          isDangerous: act === 'writeOff',
          ...(isBlocked(row, act) && { disabledBecause: common('hints.waitsForSecond') }),
          run: () => setAsked({ act, row }),
        })),
    ],
    dialog: asked && (
      <Suspense fallback={null}>
        {asked.act === 'comment' ? (
          <CommentDialog row={asked.row} onClose={close} />
        ) : (
          <ResolveDialog row={asked.row} act={asked.act} onClose={close} />
        )}
      </Suspense>
    ),
  };
}
