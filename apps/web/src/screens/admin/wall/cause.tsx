import type { RouteName } from '@suanpan/domain/access/permissions';
import { use, type ReactNode } from 'react';
import { useMay } from '../../../lib/own-user.ts';
import { FullScreenContext } from './full-screen.ts';
import styles from './wall.module.css';

interface CauseProps {
  readonly screen: RouteName;
  /** With its question mark. */
  readonly query?: string;
  readonly title?: string;
  readonly children: ReactNode;
}

/** A figure that leads to where it comes from, for whoever may look there; a screen across the room leads nowhere. */
export function Cause({ children, query = '', screen, title }: CauseProps) {
  const isFull = use(FullScreenContext);
  const may = useMay();
  if (isFull || !may(`${screen}.get`)) return <span title={title}>{children}</span>;
  return (
    <a className={styles.cause} href={`#/wrap/${screen}${query}`} title={title}>
      {children}
    </a>
  );
}

/** What is read from across the room: a number, an amount, an age. */
export function Figure({ children, tone }: { readonly children: ReactNode; readonly tone?: 'fail' | 'ok' }) {
  return (
    <b className={`${styles.figure} num`} data-figure data-tone={tone}>
      {children}
    </b>
  );
}
