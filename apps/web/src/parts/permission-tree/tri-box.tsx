import { useEffect, useRef } from 'react';
import type { TriState } from './tree-shape.ts';

interface TriBoxProps {
  readonly state: TriState;
  readonly label: string;
  readonly isShut: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A box for several at once; what is half chosen becomes whole first. */
export function TriBox({ state, label, isShut, onChange }: TriBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  // Only a property says "in between"; the element has no attribute for it.
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some';
  }, [state]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={label}
      checked={state === 'all'}
      disabled={isShut}
      onChange={() => onChange(state !== 'all')}
    />
  );
}
