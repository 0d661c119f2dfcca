import { ActionIcon, Button, Popover } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useWords } from '../../lib/use-words.ts';
import type { GridColumn } from './grid-column.ts';
import type { GridLayoutControl } from './grid-layout.ts';
import styles from './grid-settings.module.css';

interface GridSettingsProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly control: GridLayoutControl;
}

const densities = [
  ['compact', 'table.dense'],
  ['roomy', 'table.comfortable'],
] as const;

/** Which columns, in which order, how dense; the first column is pinned and stays. */
export function GridSettings<Row>({ columns, control }: GridSettingsProps<Row>) {
  const t = useWords('common');
  const { layout, change, reset } = control;
  const titles = new Map(columns.map((column) => [column.key, column.title]));
  const pinned = columns[0]?.key;
  const move = (key: string, by: number): void => {
    const order = [...layout.order];
    const from = order.indexOf(key);
    const to = from + by;
    if (to < 1 || to >= order.length) return;
    order.splice(to, 0, ...order.splice(from, 1));
    change({ order });
  };
  return (
    <Popover position="bottom-end" shadow="md" width={280} trapFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" size={28} aria-label={t('table.columns')} title={t('table.columns')}>
          <IconAdjustmentsHorizontal size={17} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={styles.panel}>
        <ul>
          {layout.order
            .filter((key) => titles.has(key))
            .map((key) => (
              <li key={key}>
                <label>
                  <input
                    type="checkbox"
                    checked={!layout.hidden.includes(key)}
                    disabled={key === pinned}
                    onChange={(event) =>
                      change({
                        hidden: event.currentTarget.checked
                          ? layout.hidden.filter((other) => other !== key)
                          : [...layout.hidden, key],
                      })
                    }
                  />
                  {titles.get(key)}
                </label>
                {key !== pinned && (
                  <span>
                    <button type="button" onClick={() => move(key, -1)} aria-label={t('table.moveUp')}>
                      <IconChevronUp size={14} aria-hidden />
                    </button>
                    <button type="button" onClick={() => move(key, 1)} aria-label={t('table.moveDown')}>
                      <IconChevronDown size={14} aria-hidden />
                    </button>
                  </span>
                )}
              </li>
            ))}
        </ul>
        <fieldset className={styles.density}>
          <legend>{t('table.density')}</legend>
          {densities.map(([density, word]) => (
            <label key={density}>
              <input
                type="radio"
                name="density"
                checked={layout.density === density}
                onChange={() => change({ density })}
              />
              {t(word)}
            </label>
          ))}
        </fieldset>
        <Button variant="subtle" size="xs" onClick={reset}>
          {t('table.restore')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
