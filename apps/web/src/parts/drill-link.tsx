import type { Drill } from '@suanpan/contract/drill';
import type { ReactNode } from 'react';
import { stringifyFlatSearch } from '../lib/flat-search.ts';
import styles from './parts.module.css';

export const drillHref = ({ screen, search }: Drill): string =>
  `#/wrap/${screen}${stringifyFlatSearch(search)}`;

interface DrillLinkProps {
  /** Absent where the reader may not open the list. */
  readonly to: Drill | undefined;
  /** By what the figure counts. */
  readonly hint: string;
  readonly children: ReactNode;
}

/** A figure that opens the list it is made of. */
export function DrillLink({ to, hint, children }: DrillLinkProps) {
  if (to === undefined) return <span title={hint}>{children}</span>;
  return (
    <a
      className={styles.drill}
      href={drillHref(to)}
      title={hint}
      onClick={(event) => event.stopPropagation()}
    >
      {children}
    </a>
  );
}
