import { createContext } from 'react';

/** The columns that the list round about shows now, in their order; null outside a list. */
export const ShownColumns = createContext<readonly string[] | null>(null);
