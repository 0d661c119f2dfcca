import type { Permission } from '@suanpan/domain/access/permissions';
import { IconChevronDown } from '@tabler/icons-react';
import { useWords } from '../../lib/use-words.ts';
import { TriBox } from './tri-box.tsx';
import styles from './permission-tree.module.css';
import { permissionsIn, stateOf, type TreeGroup, type TreeScreen } from './tree-shape.ts';

interface RowsProps {
  readonly value: ReadonlySet<Permission>;
  readonly free: ReadonlySet<string>;
  readonly before: ReadonlySet<string> | undefined;
  readonly set: ((permissions: readonly Permission[], isOn: boolean) => void) | undefined;
}

interface TreeGroupRowsProps extends RowsProps {
  readonly group: TreeGroup;
  readonly isFolded: boolean;
  readonly onFold: (isFolded: boolean) => void;
}

/** One group of the menu: its own box, and a line for each of its screens. */
export function TreeGroupRows({ group, isFolded, onFold, ...rows }: TreeGroupRowsProps) {
  const screens = useWords('screens');
  const title = screens(`groups.${group.key as 'data'}`);
  const all = permissionsIn(group.screens);
  const chosen = all.filter((permission) => rows.value.has(permission)).length;
  return (
    <section className={styles.group} aria-label={title}>
      <header className={styles.groupHead}>
        <TriBox
          state={stateOf(rows.value, all)}
          label={title}
          isShut={rows.set === undefined || all.every((permission) => !rows.free.has(permission))}
          onChange={(isOn) => rows.set?.(all, isOn)}
        />
        <button
          type="button"
          className={styles.fold}
          aria-expanded={!isFolded}
          onClick={() => onFold(!isFolded)}
        >
          <span>{title}</span>
          <small className="num">
            {chosen} / {all.length}
          </small>
          <IconChevronDown size={14} aria-hidden />
        </button>
      </header>
      {!isFolded && group.screens.map((screen) => <ScreenRow key={screen.route} screen={screen} {...rows} />)}
    </section>
  );
}

function ScreenRow({ screen, value, free, before, set }: RowsProps & { readonly screen: TreeScreen }) {
  const t = useWords('roles');
  const screens = useWords('screens');
  const words = useWords('permissions');
  const title = screens(`titles.${screen.route}`);
  const all = permissionsIn([screen]);
  return (
    <div className={styles.screen}>
      <div className={styles.screenName}>
        <TriBox
          state={stateOf(value, all)}
          label={t('tree.wholeScreen', { title })}
          isShut={set === undefined || all.every((permission) => !free.has(permission))}
          onChange={(isOn) => set?.(all, isOn)}
        />
        <span title={screen.route}>{title}</span>
      </div>
      <div className={styles.verbs}>
        {screen.verbs.map(({ verb, permission }) => {
          const isChosen = value.has(permission);
          const isBeyond = !free.has(permission);
          const change =
            before === undefined || before.has(permission) === isChosen
              ? undefined
              : isChosen
                ? 'added'
                : 'removed';
          return (
            <label
              key={permission}
              className={styles.verb}
              data-chosen={isChosen || undefined}
              data-change={change}
              data-beyond={(set !== undefined && isBeyond) || undefined}
              title={set !== undefined && isBeyond ? t('tree.beyond') : permission}
            >
              <input
                type="checkbox"
                checked={isChosen}
                disabled={set === undefined || isBeyond}
                onChange={(event) => set?.([permission], event.currentTarget.checked)}
              />
              {words(`verbs.${verb as 'get'}`)}
              {change && <small>{t(`tree.${change}`)}</small>}
            </label>
          );
        })}
      </div>
    </div>
  );
}
