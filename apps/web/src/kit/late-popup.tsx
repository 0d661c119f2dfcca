import { Menu, Popover, type MenuProps, type PopoverProps } from '@mantine/core';
import {
  cloneElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
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
  const { id, target, opener, isMade, opened } = useOpener(button, 'menu', isOpen, setOpen);
  return (
    <>
      {opener}
      {isMade && (
        <Menu id={id} opened={opened} onChange={setOpen} {...look}>
          <Menu.Target>
            <StandIn target={target} />
          </Menu.Target>
          <Menu.Dropdown>{children}</Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

export function LatePopover({ button, children, isOpen, onOpen, className, ...look }: LatePopoverProps) {
  const { id, target, opener, isMade, opened } = useOpener(button, 'dialog', isOpen, onOpen);
  return (
    <>
      {opener}
      {isMade && (
        <Popover id={id} opened={opened} onChange={onOpen} shadow="md" {...look}>
          <Popover.Target>
            <StandIn target={target} />
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
  const target = useRef<HTMLButtonElement>(null);
  // It stands closed before it opens: who has the focus at that moment gets it back.
  const [stands, setStands] = useState(false);
  useEffect(() => {
    if (isOpen) setStands(true);
  }, [isOpen]);
  const opener = cloneElement(button, {
    ref: target,
    id,
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? `${id}-dropdown` : undefined,
    onClick: (event) => {
      button.props.onClick?.(event);
      onOpen(!isOpen);
    },
  });
  return { id, target, opener, isMade: isOpen || stands, opened: isOpen && stands };
}

interface StandInProps {
  readonly target: RefObject<HTMLElement | null>;
  /** Where the popup takes its target from. */
  readonly ref?: Ref<HTMLElement>;
}

/** Names the button to the popup, which would otherwise draw a target of its own. */
function StandIn({ target, ref }: StandInProps) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return undefined;
    const cleanUp = ref(target.current);
    return () => {
      if (typeof cleanUp === 'function') cleanUp();
      else ref(null);
    };
  }, [ref, target]);
  return null;
}
