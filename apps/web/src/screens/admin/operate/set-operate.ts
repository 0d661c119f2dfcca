import { getOperate, setOperate, type OperateView } from '@suanpan/contract/endpoints/operate';
import type { InputOf } from '@suanpan/contract/endpoint';
import type { ConfirmAnswer } from '../../../kit/confirm.tsx';
import { call } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';

type Wish = InputOf<typeof setOperate>;

/** What the form proves before anything here changes. */
export const asks = ['reason', 'paymentPassword', 'code'] as const;

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

/** Changes one thing and leaves the others; whoever looks at the page sees it at once. */
export async function change(
  view: OperateView,
  wish: Partial<Pick<Wish, 'maintenance' | 'paused'>>,
  { idempotencyKey, oneCode, paymentPassword, reason }: ConfirmAnswer,
): Promise<void> {
  await call(
    setOperate,
    { ...standing(view), ...wish, reason, payment_password: paymentPassword, one_code: oneCode },
    { idempotencyKey },
  );
  await queryClient.invalidateQueries({ queryKey: [getOperate.path] });
}

/** The pauses that stand, as the call takes them. */
export const pausesOf = (view: OperateView): Wish['paused'] => standing(view).paused;
