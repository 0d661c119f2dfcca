import { Menu, Portal } from '@mantine/core';
import { useFocusBack } from '../use-focus-back.ts';
import type { GridAction } from './grid-column.ts';
import styles from './grid.module.css';

export interface GridMenuPlace {
  readonly rowKey: string;
  readonly rect: DOMRect;
}

interface GridMenuProps {
  readonly place: GridMenuPlace | null;
  /** The words of the button that it lies over. */
  readonly label: string;
  readonly actions: readonly GridAction[];
  readonly onClose: () => void;
}

/**
 * The one menu of a grid, laid over the button of the row that asked for it. Its place stands beside the page: inside a drawer,
 * which is moved, the button's place on the screen would mean another.
 */
export function GridMenu({ place, label, actions, onClose }: GridMenuProps) {
  return place && <Laid place={place} label={label} actions={actions} onClose={onClose} />;
}

function Laid({ place, label, actions, onClose }: GridMenuProps & { readonly place: GridMenuPlace }) {
  // To the button of its row, also where what was chosen opens something: that takes it from there.
  useFocusBack();
  const { left, top, width, height } = place.rect;
  return (
    <Menu opened onChange={(opened) => !opened && onClose()} position="bottom-end" withinPortal>
      <Portal>
        <Menu.Target>
          <button
            type="button"
            tabIndex={-1}
            className={styles.menuPlace}
            style={{ left, top, width, height }}
            aria-label={label}
          />
        </Menu.Target>
      </Portal>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.key}
            title={action.disabledBecause}
            disabled={action.disabledBecause !== undefined}
            onClick={action.run}
            data-dangerous={action.isDangerous || undefined}
            className={styles.menuItem}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
