import { useQuery } from '@tanstack/react-query';
import { showInstant } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import { maintenanceQuery } from '../../parts/maintenance.ts';
import styles from './safeguards-bar.module.css';

/** While the house is shut, and a day before it will be: what everybody is told, and until when. */
export function MaintenanceBar() {
  const t = useWords('shell');
  const { data } = useQuery(maintenanceQuery);
  if (!data) return null;
  const { from, is_on: isOn, text, to } = data;
  const said = isOn ? t('maintenance.on') : t('maintenance.planned', { from: showInstant(from) });
  return (
    <p className={styles.bar} role="status">
      {said} · {text}
      {to !== null && ` · ${showInstant(from)} – ${showInstant(to)}`}
    </p>
  );
}
