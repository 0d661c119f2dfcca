import { ActionIcon, Button, Popover } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconChevronDown,
  IconChevronUp,
  IconGripVertical,
  IconPin,
  IconPinFilled,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { useWords } from '../../lib/use-words.ts';
import { SaveAs } from '../save-as.tsx';
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
const mostPresets = 20;

/** Presets, and by hand: which columns, in which order, which stay in view, how dense. */
export function GridSettings<Row>({ columns, control }: GridSettingsProps<Row>) {
  const t = useWords('common');
  const { layout, presets, change } = control;
  const own = presets.flatMap((preset) => preset.own ?? []);
  return (
    <Popover position="bottom-end" shadow="md" width={300} trapFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" size={28} aria-label={t('table.columns')} title={t('table.columns')}>
          <IconAdjustmentsHorizontal size={17} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={styles.panel}>
        {presets.length > 0 && (
          <fieldset className={styles.presets}>
            <legend>{t('table.presets')}</legend>
            {presets.map((preset) => (
              <span key={preset.key}>
                <label>
                  <input
                    type="radio"
                    name="preset"
                    checked={layout.preset === preset.key}
                    onChange={() => control.choose(preset)}
                  />
                  {preset.label}
                  {preset.by !== undefined && <small>{preset.by}</small>}
                  {preset.own?.isShared && <small>{t('table.shared')}</small>}
                </label>
                {preset.own && (
                  <button type="button" onClick={() => control.forget(preset.label)}>
                    {t('buttons.delete')}
                  </button>
                )}
              </span>
            ))}
            {own.length < mostPresets && <SaveAs label={t('table.presetName')} onSave={control.saveAs} />}
          </fieldset>
        )}
        <ColumnList columns={columns} control={control} />
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
        <Button variant="subtle" size="xs" onClick={control.reset}>
          {t('table.restore')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Every column, moved by its grip, by the arrows beside it, or by Alt with an arrow key. */
function ColumnList<Row>({ columns, control }: GridSettingsProps<Row>) {
  const t = useWords('common');
  const { layout, change } = control;
  const dragged = useRef<string | null>(null);
  const titles = new Map(columns.map((column) => [column.key, column.title]));
  const moveTo = (key: string, to: number): void => {
    const order = layout.order.filter((other) => other !== key);
    order.splice(Math.max(0, Math.min(order.length, to)), 0, key);
    if (order.join() !== layout.order.join()) change({ order });
  };
  const move = (key: string, by: number): void => moveTo(key, layout.order.indexOf(key) + by);
  const put = (keys: readonly string[], key: string, isIn: boolean): string[] =>
    isIn ? [...keys, key] : keys.filter((other) => other !== key);
  return (
    <ul>
      {layout.order
        .filter((key) => titles.has(key))
        .map((key) => {
          const title = titles.get(key) ?? key;
          const isShown = !layout.hidden.includes(key);
          const isPinned = layout.pinned.includes(key);
          return (
            <li
              key={key}
              draggable
              onDragStart={() => (dragged.current = key)}
              onDragEnter={() =>
                dragged.current !== null && moveTo(dragged.current, layout.order.indexOf(key))
              }
              onDragOver={(event) => event.preventDefault()}
              onDragEnd={() => (dragged.current = null)}
              onKeyDown={(event) => {
                const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
                if (!event.altKey || by === 0) return;
                event.preventDefault();
                move(key, by);
              }}
            >
              <IconGripVertical size={14} aria-hidden />
              <label>
                <input
                  type="checkbox"
                  checked={isShown}
                  onChange={() => change({ hidden: put(layout.hidden, key, isShown) })}
                />
                {title}
              </label>
              <span>
                <button
                  type="button"
                  aria-pressed={isPinned}
                  aria-label={`${t('table.pin')} ${title}`}
                  title={t('table.pin')}
                  onClick={() => change({ pinned: put(layout.pinned, key, !isPinned) })}
                >
                  {isPinned ? <IconPinFilled size={14} aria-hidden /> : <IconPin size={14} aria-hidden />}
                </button>
                <button
                  type="button"
                  onClick={() => move(key, -1)}
                  aria-label={`${t('table.moveUp')} ${title}`}
                >
                  <IconChevronUp size={14} aria-hidden />
                </button>
                <button
                  type="button"
                  onClick={() => move(key, 1)}
                  aria-label={`${t('table.moveDown')} ${title}`}
                >
                  <IconChevronDown size={14} aria-hidden />
                </button>
              </span>
            </li>
          );
        })}
    </ul>
  );
}
