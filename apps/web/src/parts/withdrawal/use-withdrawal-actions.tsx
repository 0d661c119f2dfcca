import { searchWithdrawals } from '@suanpan/contract/endpoints/withdrawals';
import type { WithdrawalAct, WithdrawalRow } from '@suanpan/contract/endpoints/withdrawals';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { GridAction } from '../../kit/grid/grid-column.ts';
import { useWords } from '../../lib/use-words.ts';
import { isBlocked } from '../approval/is-blocked.ts';

// Fetched with the first act: most come to look.
const ActDialog = lazy(async () => ({ default: (await import('./act-dialog.tsx')).ActDialog }));
const dangerous: ReadonlySet<WithdrawalAct> = new Set(['reject', 'reverse', 'cancel', 'update']);

/** What can be done with a withdrawal, as the server names it, and the act that was chosen with its effect. */
export function useWithdrawalActions(): {
  readonly actionsOf: (row: WithdrawalRow) => readonly GridAction[];
  readonly dialog: ReactNode;
} {
  const t = useWords('withdrawals');
  const common = useWords('common');
  const client = useQueryClient();
  const [chosen, setChosen] = useState<{ readonly row: WithdrawalRow; readonly act: WithdrawalAct } | null>(
    null,
  );
  return {
    actionsOf: (row) =>
      row.actions.map((act) => ({
        key: act,
        label: t(`acts.${act}`),
        isDangerous: dangerous.has(act),
        ...(isBlocked(row, act) && { disabledBecause: common('hints.waitsForSecond') }),
        run: () => setChosen({ row, act }),
      })),
    dialog: (
      <Suspense fallback={null}>
        {chosen && (
          <ActDialog
            {...chosen}
            onDone={() => client.invalidateQueries({ queryKey: [searchWithdrawals.path] })}
            onClose={() => setChosen(null)}
          />
        )}
      </Suspense>
    ),
  };
}
