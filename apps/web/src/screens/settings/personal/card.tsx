import type { ReactNode } from 'react';
import styles from './personal.module.css';

interface CardProps {
  readonly title: string;
  readonly hint?: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function Card({ title, hint, action, children }: CardProps) {
  return (
    <section className={styles.card} aria-label={title}>
      <header>
        <div>
          <h2>{title}</h2>
          {hint !== undefined && <p>{hint}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}

interface CardRowProps {
  readonly title: string;
  /** How it stands now: a tag, a word. */
  readonly state?: ReactNode;
  readonly hint: ReactNode;
  readonly action?: ReactNode;
}

/** One thing in a card: what it is, how it stands, what can be done. */
export function CardRow({ title, state, hint, action }: CardRowProps) {
  return (
    <div className={styles.row}>
      <div>
        <h3>
          {title} {state}
        </h3>
        <p>{hint}</p>
      </div>
      {action}
    </div>
  );
}
