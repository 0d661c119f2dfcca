import { useWords } from '../../lib/use-words.ts';
import styles from './sight.module.css';
import { treeOf } from './tree-shape.ts';

/** The menu as its holder would have it, and under each page what he could do there. */
export function Sight({ permissions }: { permissions: ReadonlySet<string> }) {
  const t = useWords('roles');
  const screens = useWords('screens');
  const words = useWords('permissions');
  const groups = treeOf(permissions)
    .map((group) => ({
      ...group,
      screens: group.screens.filter(({ route }) => permissions.has(`${route}.get`)),
    }))
    .filter((group) => group.screens.length > 0);
  if (groups.length === 0) return <p className={styles.nothing}>{t('sight.empty')}</p>;
  const count = groups.reduce((sum, group) => sum + group.screens.length, 0);
  return (
    <div className={styles.sight}>
      <p className={styles.count}>{t('sight.screens', { count })}</p>
      {groups.map((group) => (
        <section key={group.key} className={styles.group}>
          <h3>{screens(`groups.${group.key as 'data'}`)}</h3>
          <ul>
            {group.screens.map(({ route, verbs }) => {
              const acts = verbs.filter(({ verb }) => verb !== 'get');
              return (
                <li key={route}>
                  <span>{screens(`titles.${route}`)}</span>
                  <span className={styles.acts}>
                    {acts.length === 0 && <small>{t('sight.viewOnly')}</small>}
                    {acts.map(({ verb, permission }) => (
                      <span key={permission} className={styles.act}>
                        {words(`verbs.${verb as 'get'}`)}
                      </span>
                    ))}
                  </span>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}
