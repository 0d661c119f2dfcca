import { Modal as Bare, type ModalProps } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { DiscardQuestion } from './discard-question.tsx';
import { useFocusBack } from './use-focus-back.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Secrets, shown or not, are typed anew in any case, and a code is over before anybody comes back to it. */
const isWork = (one: EventTarget): one is Field =>
  one instanceof HTMLTextAreaElement ||
  (one instanceof HTMLInputElement &&
    one.type !== 'password' &&
    one.autocomplete !== 'one-time-code' &&
    one.closest('.mantine-PasswordInput-root') === null);

/** What stands within `data-kept` is as it was saved. */
const holdsWork = (fields: ReadonlySet<Field>): boolean =>
  [...fields].some(
    (field) => field.isConnected && field.value.trim() !== '' && field.closest('[data-kept]') === null,
  );

/**
 * Something over the page. Esc, its cross and a click beside it ask before what was typed is lost; when it closes the focus
 * goes back to where it came from.
 */
export function Modal({ children, onClose, ...props }: ModalProps) {
  const typed = useRef(new Set<Field>());
  const [isAsking, setAsking] = useState(false);
  useFocusBack();
  const hear = ({ target }: FormEvent): void => {
    if (isWork(target)) typed.current.add(target);
  };
  return (
    <Bare
      {...props}
      onClose={() => (holdsWork(typed.current) ? setAsking(true) : onClose())}
      closeOnEscape={!isAsking && props.closeOnEscape !== false}
      closeOnClickOutside={!isAsking && props.closeOnClickOutside !== false}
      trapFocus={!isAsking}
    >
      <div style={{ display: 'contents' }} onInput={hear}>
        {children}
      </div>
      {isAsking && <DiscardQuestion onDiscard={onClose} onStay={() => setAsking(false)} />}
    </Bare>
  );
}
