import {
  dispatchPayout,
  rejectPayout,
  reverifyPayout,
  reversePayout,
} from '@suanpan/contract/endpoints/payouts';

/** Acts that need no more than a reason and the proof of who does it. */
export const plainActs = {
  dispatch: dispatchPayout,
  reject: rejectPayout,
  reverify: reverifyPayout,
  reverse: reversePayout,
} as const;
export type PlainAct = keyof typeof plainActs;
export const isPlainAct = (act: string): act is PlainAct => Object.hasOwn(plainActs, act);

/** All acts with payment password and code. */
export type ProvenAct = PlainAct | 'markPaid' | 'nameTransfer' | 'notSent' | 'reveal' | 'switchChannel';
const others: ReadonlySet<string> = new Set<ProvenAct>([
  'markPaid',
  'nameTransfer',
  'notSent',
  'reveal',
  'switchChannel',
]);
export const isProvenAct = (act: string): act is ProvenAct => isPlainAct(act) || others.has(act);
