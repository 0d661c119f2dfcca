import type { WaitingAct } from '@suanpan/contract/endpoints/approvals';

/** Whether something that waits for its second person keeps an action of its row from being done. */
export function isBlocked(
  row: { readonly waiting_acts?: readonly WaitingAct[] | undefined },
  action: string,
): boolean {
  return row.waiting_acts?.some(({ blocks }) => blocks.includes(action)) === true;
}
