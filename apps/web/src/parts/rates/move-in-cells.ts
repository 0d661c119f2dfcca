import type { KeyboardEvent } from 'react';

/** Where a key leads from a cell: rows and places to go; null where it stays what it is. */
function stepOf(event: KeyboardEvent<HTMLInputElement>): readonly [number, number] | null {
  const { selectionEnd, selectionStart, value } = event.currentTarget;
  const isWhole = selectionStart === 0 && selectionEnd === value.length;
  switch (event.key) {
    case 'ArrowUp':
      return [-1, 0];
    case 'ArrowDown':
      return [1, 0];
    case 'Enter':
      return [event.shiftKey ? -1 : 1, 0];
    case 'ArrowLeft':
      return isWhole || selectionEnd === 0 ? [0, -1] : null;
    case 'ArrowRight':
      return isWhole || selectionStart === value.length ? [0, 1] : null;
    default:
      return null;
  }
}

/** Goes from cell to cell by the arrows and Enter; Tab goes by itself. */
export function moveInCells(
  event: KeyboardEvent<HTMLInputElement>,
  [line, place]: readonly [number, number],
): void {
  const step = stepOf(event);
  if (step === null || event.altKey || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  const name = `${line + step[0]}:${place + step[1]}`;
  event.currentTarget.closest('table')?.querySelector<HTMLInputElement>(`[data-cell="${name}"]`)?.focus();
}
