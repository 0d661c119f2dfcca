import { createSignal } from './signal.ts';

/** Somebody asked for an export from elsewhere than its button. */
export const exportWished = createSignal<void>();

let isWished = false;

/** Asks the list in front for its export; true when one was there and took the wish. */
export function wishExport(): boolean {
  isWished = true;
  exportWished.emit();
  return !isWished;
}

/** True once for each wish: the list that is opened for it takes it when it comes. */
export function takeExportWish(): boolean {
  const taken = isWished;
  isWished = false;
  return taken;
}
