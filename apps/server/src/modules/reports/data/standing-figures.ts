import { seesMoneyBelow } from '../../users/index.ts';
import type { FigureContext, FigureSource } from './data-screen.ts';

const amount =
  (name: string) =>
  (_sums: unknown, { money, standing }: FigureContext) =>
    standing === null ? null : money(standing[name] ?? 0n);
const count =
  (name: string) =>
  (_sums: unknown, { standing }: FigureContext) =>
    // Not money: a number of people.
    standing === null ? null : Number(standing[name] ?? 0n);
const held = { screen: 'cashManagement3' } as const;
const income = { screen: 'accounting.systemIncome' } as const;
const margin = { ...income, kind: 'margin' } as const;

/** What people have, and what is owed of the system fee. */
export const standingFigures = {
  merchants: { value: count('merchants'), drill: { screen: 'users.list', role: 'customer' } },
  generals: { value: count('generals'), drill: { screen: 'users.list', role: 'subAgent' } },
  balance: { value: amount('balance'), drill: held, seenBy: seesMoneyBelow },
  unsettled: { value: amount('unsettled'), drill: held, seenBy: seesMoneyBelow },
  frozen: { value: amount('frozen'), drill: held, seenBy: seesMoneyBelow },
  feeIncome: { value: amount('feeIncome'), drill: held },
  systemFee: { value: amount('systemFee'), drill: income },
  systemFeeCollected: { value: amount('systemFeeCollected'), drill: income },
  platformMargin: { value: amount('platformMargin'), drill: margin },
  systemFeeOwed: { value: amount('systemFeeOwed'), drill: income },
} as const satisfies Readonly<Record<string, FigureSource>>;
