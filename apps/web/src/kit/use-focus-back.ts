import { useLayoutEffect } from 'react';

const takesFocus = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex]';

function pathOf(one: Element | null): readonly HTMLElement[] {
  const path: HTMLElement[] = [];
  for (let each = one; each instanceof HTMLElement; each = each.parentElement) path.push(each);
  return path;
}

/**
 * Whoever works by the keyboard goes on where he was: what opens takes the focus, and when it is gone the focus is again where it
 * was before, or at the nearest that is left round about. For what is mounted when it opens.
 */
export function useFocusBack(): void {
  useLayoutEffect(() => {
    const before = pathOf(document.activeElement);
    const back = (): void =>
      before.find((one) => one.isConnected && one.matches(takesFocus))?.focus({ preventScroll: true });
    return () => {
      // At once, so that what opens in its place comes from there too; and again once all that goes is gone: what lay
      // over this one gave the focus back to this one.
      back();
      queueMicrotask(() => document.activeElement === document.body && back());
    };
  }, []);
}
