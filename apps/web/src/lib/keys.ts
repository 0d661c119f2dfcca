const storageKey = 'suanpan.keys';

/** Keyboard shortcuts can be switched off by the user. */
export function keysAreOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off';
}
export function setKeysOn(on: boolean): void {
  localStorage.setItem(storageKey, on ? 'on' : 'off');
}

/** True inside inputs, while an input method composes, and while a dialog or a menu is open. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.isComposing) return true;
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (target?.closest('input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"]'))
    return true;
  return isDialogOpen();
}

/** True while something modal asks for attention. A tab that lies behind another keeps its own open, unseen. */
export function isDialogOpen(): boolean {
  const open = document.querySelectorAll('[role="dialog"][aria-modal="true"]');
  return [...open].some((dialog) => dialog.checkVisibility());
}
