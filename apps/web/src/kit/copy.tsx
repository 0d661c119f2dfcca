import type { ReactNode } from 'react';
import styles from './kit.module.css';

interface CopyProps {
  readonly text: string;
  /** What is shown; the text itself if absent. */
  readonly children?: ReactNode;
}

/** A number that copies itself on a click. One listener for the page does the work, so that a table stays light. */
export function Copy({ text, children }: CopyProps) {
  return (
    <button type="button" className={styles.copy} data-copy={text}>
      <bdi>{children ?? text}</bdi>
    </button>
  );
}
