import { IconAlertOctagon, IconAlertTriangle, IconChevronRight, IconInfoCircle } from '@tabler/icons-react';
import { useWords } from '../../../lib/use-words.ts';
import { placeOfAlert } from '../../../parts/place-of-alert.ts';
import type { DashboardAnswer } from './dashboard-answer.ts';
import styles from './statistics.module.css';

const icons = { info: IconInfoCircle, warning: IconAlertTriangle, danger: IconAlertOctagon } as const;

/** What waits for somebody; each line leads to its cause. */
export function AlertsCard({ alerts }: { alerts: DashboardAnswer['alerts'] | undefined }) {
  const t = useWords('dashboard');
  return (
    <section className={styles.card} aria-label={t('alerts')}>
      <header>
        <h2>{t('alerts')}</h2>
      </header>
      <ul className={styles.alerts} aria-busy={alerts === undefined}>
        {alerts?.map((alert) => {
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
      {alerts?.length === 0 && <p className={styles.quiet}>{t('noAlerts')}</p>}
    </section>
  );
}
