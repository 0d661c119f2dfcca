import type { Tree } from './tree.ts';

/** One breach of a rule. `says` names the breach and what to write instead. */
export interface Finding {
  path: string;
  line: number;
  says: string;
}

/** One rule of the house. */
export interface Rule {
  name: string;
  check(tree: Tree): Finding[];
}
