import { Menu, Popover, type MenuProps, type PopoverProps } from '@mantine/core';
import {
  cloneElement,
  useEffect,
  useId,
  useLayoutEffect,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react';

/*
 * Popups that are made when they are first asked for. A page has a dozen of them, of which a visit opens one or none; each
 * watches its place, its keys and every click from the moment it is made.
 */

interface LateProps {
  /** What opens it. It is the same element before and after, so that it keeps the focus. */
  readonly button: ReactElement<ComponentProps<'button'>>;
  readonly children: ReactNode;
}

interface LatePopoverProps
  extends LateProps, Pick<PopoverProps, 'keepMounted' | 'position' | 'trapFocus' | 'width' | 'withinPortal'> {
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly className?: string | undefined;
}

export function LateMenu({ button, children, ...look }: LateProps & Pick<MenuProps, 'position' | 'width'>) {
  const [isOpen, setOpen] = useState(false);
  const { id, opener, isMade, opened } = useOpener(button, 'menu', isOpen, setOpen);
  return (
    <>
      {opener}
      {isMade && (
        <Menu id={id} opened={opened} onChange={setOpen} {...look}>
          <Menu.Target>
            <StandIn buttonId={id} />
          </Menu.Target>
          <Menu.Dropdown>{children}</Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

export function LatePopover({ button, children, isOpen, onOpen, className, ...look }: LatePopoverProps) {
  const { id, opener, isMade, opened } = useOpener(button, 'dialog', isOpen, onOpen);
  return (
    <>
      {opener}
      {isMade && (
        <Popover id={id} opened={opened} onChange={onOpen} shadow="md" {...look}>
          <Popover.Target>
            <StandIn buttonId={id} />
          </Popover.Target>
          <Popover.Dropdown {...(className !== undefined && { className })}>{children}</Popover.Dropdown>
        </Popover>
      )}
    </>
  );
}

/** The button, saying of its popup what the popup itself would have it say. */
function useOpener(
  button: LateProps['button'],
  kind: 'menu' | 'dialog',
  isOpen: boolean,
  onOpen: (isOpen: boolean) => void,
) {
  const id = useId();
  // It stands closed before it opens: who has the focus at that moment gets it back.
  const [stands, setStands] = useState(false);
  useEffect(() => {
    if (isOpen) setStands(true);
  }, [isOpen]);
  const opener = cloneElement(button, {
    id,
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? `${id}-dropdown` : undefined,
    onClick: (event) => {
      button.props.onClick?.(event);
      onOpen(!isOpen);
    },
  });
  return { id, opener, isMade: isOpen || stands, opened: isOpen && stands };
}

interface StandInProps {
  readonly buttonId: string;
  /** Where the popup takes its target from. */
  readonly ref?: Ref<HTMLElement>;
}

/** Names the button to the popup, which would otherwise draw a target of its own. */
function StandIn({ buttonId, ref }: StandInProps) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return undefined;
    const cleanUp = ref(document.getElementById(buttonId));
    return () => {
      if (typeof cleanUp === 'function') cleanUp();
      else ref(null);
    };
  }, [ref, buttonId]);
  return null;
}
