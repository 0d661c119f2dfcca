import type { OrderStory } from '@suanpan/contract/order-fields';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useWords } from '../../lib/use-words.ts';
import { toldFailure } from '../told-failure.ts';
import styles from './drawer.module.css';

type Candidate = NonNullable<OrderStory['route']>['candidates'][number];

/** Every channel that could have taken the order, and why it did or did not. */
export function RouteReasons({ candidates }: { candidates: readonly Candidate[] }) {
  const t = useWords('orders');
  const errors = useWords('errors');
  if (candidates.length === 0) return null;
  const reasonOf = ({ reason, chosen }: Candidate): string => {
    if (reason === 'paidThereBefore') return t('route.paidThereBefore');
    if (chosen || reason === 'chosen') return t('route.chosen');
    if (reason === 'notDrawn') return t('route.notDrawn');
    return toldFailure(errors, reason);
  };
  return (
    <section className={styles.section}>
      <h3>{t('route.title')}</h3>
      <ul className={styles.route}>
        {candidates.map((candidate) => (
          <li key={candidate.channel_id} data-chosen={candidate.chosen || undefined}>
            {candidate.chosen ? <IconCheck size={14} aria-hidden /> : <IconMinus size={14} aria-hidden />}
            <b>{candidate.channel}</b>
            <span>{reasonOf(candidate)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
