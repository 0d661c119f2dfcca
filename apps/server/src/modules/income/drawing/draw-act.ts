import { Refusal } from '@suanpan/domain/errors';
import { formatLedger } from '@suanpan/money/amount';
import { z } from 'zod';
import type { ApprovalAct } from '../../approvals/index.ts';
import { drawIncome, lockDrawable } from './drawing.store.ts';
import type { Drawing } from './drawing.store.ts';

const payload = z.strictObject({
  currency: z.enum(['TWD', 'CNY', 'USD', 'USDT']),
  amount: z.string().regex(/^[1-9]\d{0,17}$/),
  payee: z.string().min(1).max(128),
});

/** J18: the owners draw of the income. Two persons of the platform, whatever the amount. */
export const drawAct: ApprovalAct<Drawing> = {
  name: 'income.draw',
  payload,
  async preview(tx, { amount, currency, payee }) {
    const minor = BigInt(amount);
    const drawable = await lockDrawable(tx, currency);
    if (minor > drawable) {
      const available = formatLedger(drawable < 0n ? 0n : drawable, currency);
      throw new Refusal('drawingExceedsIncome', { params: { available } });
    }
    return {
      subject: { kind: 'incomeDrawing', id: currency, label: `${currency} · ${payee}` },
      agentId: null,
      amount: { currency, minor },
      rows: [{ field: 'paid_to', before: null, after: payee }],
    };
  },
  perform: async (tx, drawing, by) => ({ journalId: await drawIncome(tx, drawing, by) }),
};
