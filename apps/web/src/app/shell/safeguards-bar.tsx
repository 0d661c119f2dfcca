import { useSelf } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './safeguards-bar.module.css';

/** Always in sight where dangerous acts ask nobody else (domain §6.22), or the books lack a wall around them. */
export function SafeguardsBar() {
  const t = useWords('shell');
  const { four_eyes_off: asksNobody, one_database_role: isOpen } = useSelf();
  const missing = [
    ...(asksNobody === true ? [t('clock.oneApprover')] : []),
    ...(isOpen === true ? [t('clock.oneDatabaseRole')] : []),
  ];
  return missing.map((text) => (
    <p key={text} className={styles.bar} role="status">
      {text}
    </p>
  ));
}
