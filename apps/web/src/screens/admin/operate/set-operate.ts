import { getOperate, setOperate, type OperateView } from '@suanpan/contract/endpoints/operate';
import type { InputOf } from '@suanpan/contract/endpoint';
import type { ConfirmAnswer } from '../../../kit/confirm.tsx';
import { call } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { maintenanceQuery } from '../../../parts/maintenance.ts';

type Wish = InputOf<typeof setOperate>;

/** What the form proves before anything here changes. */
export const asks = ['reason', 'payment_password', 'one_code'] as const;

/** What stands, as the call takes it: nothing of it changes unless it is named. */
const standing = ({
  maintenance,
  paused,
  version,
}: OperateView): Pick<Wish, 'maintenance' | 'paused' | 'version'> => ({
  maintenance: maintenance && { from: maintenance.from, to: maintenance.to, text: maintenance.text },
  paused: paused.map(({ id, reason, scope, until, what }) => ({ what, scope, id, until, reason })),
  version,
});

/**
 * Changes one thing and leaves the others as they were seen; whoever looks at the page sees it at once. What only came to its end
 * meanwhile is left out, and what somebody changed is refused by its version.
 */
export async function change(
  seen: OperateView,
  wish: (view: OperateView) => Partial<Pick<Wish, 'maintenance' | 'paused'>>,
  { once, reason, stepUp }: ConfirmAnswer,
): Promise<void> {
  const now = await call(getOperate, {});
  const view = now.version === seen.version ? now : seen;
  await call(setOperate, { ...standing(view), ...wish(view), reason, ...stepUp }, once);
  await Promise.all(
    [[getOperate.path], maintenanceQuery.queryKey].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

/** The pauses that stand, as the call takes them. */
export const pausesOf = (view: OperateView): Wish['paused'] => standing(view).paused;

/** What is paused, by which two of them are the same. */
export const keyOf = ({ id, scope, what }: Pick<Wish['paused'][number], 'id' | 'scope' | 'what'>): string =>
  `${what} ${scope} ${id ?? ''}`;
