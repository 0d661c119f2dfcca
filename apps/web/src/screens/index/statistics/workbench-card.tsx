import { Button } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { manualCallback, reissueNotice } from '@suanpan/contract/endpoints/collections';
import type { workbench } from '@suanpan/contract/endpoints/workbench';
import { IconChevronRight } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Age } from '../../../kit/instant.tsx';
import { Money } from '../../../kit/money.tsx';
import { call } from '../../../lib/api.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { AlertLines, alertsBeside } from './alert-lines.tsx';
import type { DashboardAnswer } from './dashboard-answer.ts';
import styles from './statistics.module.css';

// Fetched with the first act: most come to look.
const SupplyDialog = lazy(async () => ({
  default: (await import('../../../parts/collection/supply-dialog.tsx')).SupplyDialog,
}));
const Confirm = lazy(async () => ({ default: (await import('../../../kit/confirm.tsx')).Confirm }));

type WorkGroup = OutputOf<typeof workbench>['items'][number];
type Item = WorkGroup['items'][number];
type Act = Item['actions'][number];
const tellings = { reissue: reissueNotice, callback: manualCallback } as const;

interface WorkbenchCardProps {
  readonly groups: readonly WorkGroup[];
  readonly alerts: DashboardAnswer['alerts'];
  /** Something was resolved. */
  readonly onDone: () => void;
}

/**
 * What waits for a decision, kind by kind: how much, how old, what of, and what resolves it, until nothing is left; below it what
 * needs somebody elsewhere.
 */
export function WorkbenchCard({ groups, alerts, onDone }: WorkbenchCardProps) {
  const t = useWords('dashboard');
  const o = useWords('orders');
  const [asked, setAsked] = useState<{ readonly act: Act; readonly item: Item } | null>(null);
  const close = (): void => setAsked(null);
  const beside = alertsBeside(
    groups.map(({ kind }) => kind),
    alerts,
  );
  return (
    <section className={styles.card} aria-label={t('workbench.title')}>
      <header>
        <h2>{t('workbench.title')}</h2>
      </header>
      {groups.map((group) => (
        <details key={group.kind} className={styles.work} data-kind={group.kind} open={groups.length < 3}>
          <summary>
            <span>{t(`workbench.kinds.${group.kind}`)}</span>
            <b className="num">{group.count}</b>
            <small>{group.oldest_at !== null && <Age at={group.oldest_at} />}</small>
            <IconChevronRight size={15} aria-hidden />
          </summary>
          <ul>
            {group.items.map((item) => (
              <li key={`${item.id} ${item.no}`}>
                <a href={`#${item.path}`} className="num">
                  {item.no}
                </a>
                <span>{item.cause}</span>
                {item.amount !== null && <Money value={item.amount} currency={item.currency ?? ''} />}
                {item.actions.map((act) => (
                  <Button
                    key={act}
                    size="compact-xs"
                    variant="default"
                    onClick={() => setAsked({ act, item })}
                  >
                    {o(`actions.${act}`)}
                  </Button>
                ))}
              </li>
            ))}
          </ul>
          <a className={styles.link} href={`#${group.path}`}>
            {t('workbench.all', { count: group.count })}
          </a>
        </details>
      ))}
      <AlertLines alerts={beside} />
      {groups.length + beside.length === 0 && <p className={styles.quiet}>{t('workbench.none')}</p>}
      <Suspense fallback={null}>
        {asked?.act === 'supply' && (
          <SupplyDialog
            row={{ id: asked.item.id, order_no: asked.item.no }}
            onDone={onDone}
            onClose={close}
          />
        )}
        {asked && asked.act !== 'supply' && (
          <Telling act={asked.act} item={asked.item} onDone={onDone} onClose={close} />
        )}
      </Suspense>
    </section>
  );
}

interface TellingProps {
  readonly act: keyof typeof tellings;
  readonly item: Item;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function Telling({ act, item, onDone, onClose }: TellingProps) {
  const o = useWords('orders');
  return (
    <Confirm
      title={`${o(`actions.${act}`)} ${item.no}`}
      effect={o(`callbackLog.${act}Hint`)}
      confirmLabel={o(`actions.${act}`)}
      act={async ({ once }) => {
        await call(tellings[act], { id: item.id }, once);
        toasts.emit({ tone: 'ok', title: o(`callbackLog.${act}Done`), text: item.no });
        onDone();
      }}
      onClose={onClose}
    />
  );
}
