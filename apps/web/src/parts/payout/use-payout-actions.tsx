import {
  lockPayout,
  manualPayoutCallback,
  reissuePayoutNotice,
  unlockPayout,
  type PayoutListRow,
} from '@suanpan/contract/endpoints/payouts';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import type { BulkAct } from '../../kit/bulk-bar.tsx';
import type { GridAction } from '../../kit/grid/grid-column.ts';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import { isBlocked } from '../approval/is-blocked.ts';
import { isProvenAct, type ProvenAct } from './acts.ts';
import { payoutsChanged } from './payouts-changed.ts';

// Fetched with the first act that is asked for: a list is shown without.
const ActDialog = lazy(async () => ({ default: (await import('./act-dialog.tsx')).ActDialog }));
const Confirm = lazy(async () => ({ default: (await import('../../kit/confirm.tsx')).Confirm }));

const tellings = { reissue: reissuePayoutNotice, callback: manualPayoutCallback } as const;
type Telling = keyof typeof tellings;
const isTelling = (act: string): act is Telling => Object.hasOwn(tellings, act);

const locks = { lock: lockPayout, unlock: unlockPayout } as const;
type Locking = keyof typeof locks;
const isLocking = (act: string): act is Locking => Object.hasOwn(locks, act);

interface PayoutActions {
  /** What can be done with a payout, in the order in which the server names it; dangerous ones stand last there. */
  readonly actionsOf: (row: PayoutListRow) => readonly GridAction[];
  /** What can be done with many at once. */
  readonly bulk: readonly BulkAct<PayoutListRow>[];
  /** The act that was chosen, with its effect; stands wherever the screen puts it. */
  readonly dialog: ReactNode;
}

const dangerous: ReadonlySet<string> = new Set(['reject', 'reverse']);

/** Every act opens with its effect; keeping a payout to oneself happens at once and is taken back as easily. */
export function usePayoutActions(): PayoutActions {
  const t = useWords('payouts');
  const o = useWords('orders');
  const common = useWords('common');
  const [asked, setAsked] = useState<{
    readonly act: ProvenAct | Telling;
    readonly row: PayoutListRow;
  } | null>(null);

  const labelOf = useMemo(
    () =>
      (act: string): string | undefined =>
        isTelling(act)
          ? o(`actions.${act}`)
          : isLocking(act) || isProvenAct(act)
            ? t(`acts.${act}`)
            : undefined,
    [o, t],
  );
  const actionsOf = useMemo(() => {
    const lock = async (act: Locking, row: PayoutListRow): Promise<void> => {
      try {
        await call(locks[act], { id: row.id });
        toasts.emit({ tone: 'ok', title: t(`dialog.${act}ed`), text: row.order_no });
      } catch (fault) {
        if (!(fault instanceof CallFault)) throw fault;
        toasts.emit({ tone: 'fail', title: fault.message, text: row.order_no });
      }
      payoutsChanged(row.id);
    };
    return (row: PayoutListRow): readonly GridAction[] =>
      row.actions.flatMap((act): GridAction[] => {
        const label = labelOf(act);
        if (label === undefined) return [];
        return [
          {
            key: act,
            label,
            ...(dangerous.has(act) && { isDangerous: true }),
            ...(isBlocked(row, act) && { disabledBecause: common('hints.waitsForSecond') }),
            run: () => {
              if (isLocking(act)) void lock(act, row);
              else if (isTelling(act) || isProvenAct(act)) setAsked({ act, row });
            },
          },
        ];
      });
  }, [labelOf, t, common]);

  const bulk = useMemo(
    () =>
      (Object.keys(tellings) as Telling[]).map((act): BulkAct<PayoutListRow> => ({
        key: act,
        label: o(`actions.${act}`),
        allows: (row) => row.actions.includes(act),
        effect: (count) => `${o('summary.count', { count })} · ${o(`callbackLog.${act}Hint`)}`,
        run: (row, once) => call(tellings[act], { id: row.id }, once),
      })),
    [o],
  );

  const close = (): void => setAsked(null);
  const dialog = asked && (
    <Suspense fallback={null}>
      {isTelling(asked.act) ? (
        <TellingDialog act={asked.act} row={asked.row} onClose={close} />
      ) : (
        <ActDialog act={asked.act} row={asked.row} onClose={close} />
      )}
    </Suspense>
  );
  return { actionsOf, bulk, dialog };
}

interface TellingDialogProps {
  readonly act: Telling;
  readonly row: PayoutListRow;
  readonly onClose: () => void;
}

function TellingDialog({ act, row, onClose }: TellingDialogProps) {
  const o = useWords('orders');
  return (
    <Confirm
      title={`${o(`actions.${act}`)} ${row.order_no}`}
      effect={o(`callbackLog.${act}Hint`)}
      confirmLabel={o(`actions.${act}`)}
      act={async ({ once }) => {
        await call(tellings[act], { id: row.id }, once);
        toasts.emit({ tone: 'ok', title: o(`callbackLog.${act}Done`), text: row.order_no });
        payoutsChanged(row.id);
      }}
      onClose={onClose}
    />
  );
}
