import { roleNames, type RoleName } from '@suanpan/domain/access/roles';
import { useWords } from '../../../lib/use-words.ts';
import styles from './push-system-msg.module.css';

interface RolePicksProps {
  readonly picked: readonly RoleName[];
  readonly onPick: (roles: readonly RoleName[]) => void;
  readonly error: string | undefined;
}

/** Roles to tick, and one tick for all of them. */
export function RolePicks({ picked, onPick, error }: RolePicksProps) {
  const t = useWords('broadcasts');
  const s = useWords('statuses');
  const isAll = picked.length === roleNames.length;
  return (
    <fieldset className={styles.roles}>
      <legend>{t('form.roles')}</legend>
      <label>
        <input type="checkbox" checked={isAll} onChange={() => onPick(isAll ? [] : roleNames)} />
        {t('form.everyone')}
      </label>
      {roleNames.map((role) => (
        <label key={role}>
          <input
            type="checkbox"
            checked={picked.includes(role)}
            onChange={() =>
              onPick(picked.includes(role) ? picked.filter((one) => one !== role) : [...picked, role])
            }
          />
          {s(`role.${role}`)}
        </label>
      ))}
      {error !== undefined && <p role="alert">{error}</p>}
    </fieldset>
  );
}
