import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { GridAction } from '../../kit/grid/grid-column.ts';
import styles from './drawer.module.css';

interface OrderActsProps {
  readonly actions: readonly GridAction[];
  /** Where else the order can be looked at; before its acts. */
  readonly links?: ReactNode;
}

/** At the foot of an order that is open: what can be done with it, what is dangerous told apart; nothing where nothing can. */
export function OrderActs({ actions, links }: OrderActsProps) {
  if (actions.length === 0 && !links) return null;
  return (
    <footer className={styles.foot}>
      {links}
      {actions.map(({ disabledBecause, isDangerous, key, label, run }) => (
        <Button
          key={key}
          variant={isDangerous ? 'outline' : 'default'}
          {...(isDangerous ? { color: 'red' } : {})}
          disabled={disabledBecause !== undefined}
          title={disabledBecause}
          onClick={run}
        >
          {label}
        </Button>
      ))}
    </footer>
  );
}
