import { useSelf } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './four-eyes-bar.module.css';

/** Always in sight where dangerous acts ask nobody else (domain §6.22). */
export function FourEyesBar() {
  const t = useWords('shell');
  if (useSelf().four_eyes_off !== true) return null;
  return (
    <p className={styles.bar} role="status">
      {t('clock.oneApprover')}
    </p>
  );
}
