import { Menu } from '@mantine/core';
import type { GridAction } from './grid-column.ts';

export interface GridMenuPlace {
  readonly rowKey: string;
  readonly rect: DOMRect;
}

interface GridMenuProps {
  readonly place: GridMenuPlace | null;
  readonly actions: readonly GridAction[];
  readonly onClose: () => void;
}

/** The one menu of a grid, laid over the button of the row that asked for it. */
export function GridMenu({ place, actions, onClose }: GridMenuProps) {
  if (!place) return null;
  const { left, top, width, height } = place.rect;
  return (
    <Menu opened onChange={(opened) => !opened && onClose()} position="bottom-end" withinPortal returnFocus>
      <Menu.Target>
        <span style={{ position: 'fixed', left, top, width, height, pointerEvents: 'none' }} />
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.key}
            title={action.disabledBecause}
            disabled={action.disabledBecause !== undefined}
            onClick={action.run}
            {...(action.isDangerous ? { color: 'red' } : {})}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
