import type { DashboardAlertKind } from '@suanpan/contract/endpoints/statistics';
import type { WorkbenchKind } from '@suanpan/contract/endpoints/workbench';
import { IconAlertOctagon, IconAlertTriangle, IconChevronRight, IconInfoCircle } from '@tabler/icons-react';
import { useWords } from '../../../lib/use-words.ts';
import { placeOfAlert } from '../../../parts/place-of-alert.ts';
import type { DashboardAnswer } from './dashboard-answer.ts';
import styles from './statistics.module.css';

const icons = { info: IconInfoCircle, warning: IconAlertTriangle, danger: IconAlertOctagon } as const;

/** The work that says the same, and what is to be done about it. */
const workOf: Partial<Record<DashboardAlertKind, WorkbenchKind>> = {
  amountMismatch: 'amountMismatch',
  abnormal: 'abnormal',
  callbackFailed: 'callbackFailed',
  unmatchedReceipts: 'receipt',
  approvals: 'approval',
  lowBalance: 'lowBalance',
};

/** The alerts that no work of these kinds tells already. */
export function alertsBeside(
  kinds: readonly WorkbenchKind[],
  alerts: DashboardAnswer['alerts'],
): DashboardAnswer['alerts'] {
  return alerts.filter(({ kind }) => !kinds.some((one) => one === workOf[kind]));
}

/** What needs somebody elsewhere; each line leads to its cause. */
export function AlertLines({ alerts }: { alerts: DashboardAnswer['alerts'] }) {
  const t = useWords('dashboard');
  return (
    <ul className={styles.alerts}>
      {alerts.map((alert) => {
        const Icon = icons[alert.level];
        return (
          <li key={alert.kind}>
            <a href={`#${placeOfAlert(alert.path)}`} data-level={alert.level}>
              <Icon size={17} aria-hidden />
              <span>{t(`alertKinds.${alert.kind}`, { count: alert.count })}</span>
              <IconChevronRight size={15} aria-hidden />
            </a>
          </li>
        );
      })}
    </ul>
  );
}
