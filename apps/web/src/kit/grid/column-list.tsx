import {
  IconChevronDown,
  IconChevronUp,
  IconGripVertical,
  IconPin,
  IconPinFilled,
} from '@tabler/icons-react';
import { memo, useEffect, useMemo, useRef } from 'react';
import { useWords } from '../../lib/use-words.ts';
import type { GridColumn } from './grid-column.ts';
import type { GridLayoutControl } from './grid-layout.ts';

interface ColumnListProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly control: GridLayoutControl;
}

interface ColumnActs {
  readonly show: (key: string, isShown: boolean) => void;
  readonly pin: (key: string, isPinned: boolean) => void;
  readonly move: (key: string, by: number) => void;
  readonly drag: (key: string | null) => void;
  /** What is being dragged takes the place of this one. */
  readonly enter: (key: string) => void;
}

/** Every column, moved by its grip, by the arrows beside it, or by Alt with an arrow key. */
export function ColumnList<Row>({ columns, control }: ColumnListProps<Row>) {
  const { layout } = control;
  const acts = useColumnActs(control);
  const titles = new Map(columns.map((column) => [column.key, column.title]));
  return (
    <ul>
      {layout.order
        .filter((key) => titles.has(key))
        .map((key) => (
          <ColumnItem
            key={key}
            name={key}
            title={titles.get(key) ?? key}
            isShown={!layout.hidden.includes(key)}
            isPinned={layout.pinned.includes(key)}
            acts={acts}
          />
        ))}
    </ul>
  );
}

/** The same acts for all columns and at every change, so that only the line that changed is drawn again. */
function useColumnActs(control: GridLayoutControl): ColumnActs {
  const latest = useRef(control);
  useEffect(() => {
    latest.current = control;
  });
  const dragged = useRef<string | null>(null);
  return useMemo(() => {
    const put = (keys: readonly string[], key: string, isIn: boolean): string[] =>
      isIn ? [...keys, key] : keys.filter((other) => other !== key);
    const moveTo = (key: string, place: (order: readonly string[]) => number): void => {
      const { layout, change } = latest.current;
      const order = layout.order.filter((other) => other !== key);
      order.splice(Math.max(0, Math.min(order.length, place(layout.order))), 0, key);
      if (order.join() !== layout.order.join()) change({ order });
    };
    return {
      show: (key, isShown) => {
        const { layout, change } = latest.current;
        change({ hidden: put(layout.hidden, key, !isShown) });
      },
      pin: (key, isPinned) => {
        const { layout, change } = latest.current;
        change({ pinned: put(layout.pinned, key, isPinned) });
      },
      move: (key, by) => moveTo(key, (order) => order.indexOf(key) + by),
      drag: (key) => {
        dragged.current = key;
      },
      enter: (key) => {
        if (dragged.current !== null) moveTo(dragged.current, (order) => order.indexOf(key));
      },
    };
  }, []);
}

interface ColumnItemProps {
  readonly name: string;
  readonly title: string;
  readonly isShown: boolean;
  readonly isPinned: boolean;
  readonly acts: ColumnActs;
}

const ColumnItem = memo(function ColumnItem({ name, title, isShown, isPinned, acts }: ColumnItemProps) {
  const t = useWords('common');
  return (
    <li
      draggable
      onDragStart={() => acts.drag(name)}
      onDragEnter={() => acts.enter(name)}
      onDragOver={(event) => event.preventDefault()}
      onDragEnd={() => acts.drag(null)}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
        if (!event.altKey || by === 0) return;
        event.preventDefault();
        acts.move(name, by);
      }}
    >
      <IconGripVertical size={14} aria-hidden />
      <label>
        <input type="checkbox" checked={isShown} onChange={() => acts.show(name, !isShown)} />
        {title}
      </label>
      <span>
        <button
          type="button"
          aria-pressed={isPinned}
          aria-label={`${t('table.pin')} ${title}`}
          title={t('table.pin')}
          onClick={() => acts.pin(name, !isPinned)}
        >
          {isPinned ? <IconPinFilled size={14} aria-hidden /> : <IconPin size={14} aria-hidden />}
        </button>
        <button
          type="button"
          onClick={() => acts.move(name, -1)}
          aria-label={`${t('table.moveUp')} ${title}`}
        >
          <IconChevronUp size={14} aria-hidden />
        </button>
        <button
          type="button"
          onClick={() => acts.move(name, 1)}
          aria-label={`${t('table.moveDown')} ${title}`}
        >
          <IconChevronDown size={14} aria-hidden />
        </button>
      </span>
    </li>
  );
});
