import { withdrawalStatuses } from '@suanpan/domain/states/withdrawal';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  amountInput,
  currency,
  done,
  id,
  instant,
  listOf,
  money,
  nothing,
  paging,
  searchText,
} from '../fields.ts';
import { patterns } from '../patterns.ts';
import { plainLines } from '../plain-text.ts';
import { orderSort } from '../order-fields.ts';
import { reason, stepUp } from '../step-up.ts';
import { submission, waitingActs } from './approvals.ts';

const ref = z.object({ id: z.string(), name: z.string() });
export const withdrawalTypes = ['bank', 'chain'] as const;

export const withdrawalRow = z.object({
  id: z.string(),
  no: z.string(),
  owner: ref,
  currency,
  amount: money,
  /** What is kept, in the currency that arrives. */
  fee: money,
  fee_mode: z.enum(['inside', 'outside']),
  target_currency: currency,
  /** What arrives. */
  target_amount: money,
  /** Units of the currency for one of the target, and until when it is paid by it; null without an exchange. */
  rate: z.string().nullable(),
  rate_until: instant.nullable(),
  type: z.enum(withdrawalTypes),
  /** Null for those who are shown people masked, and for a chain address without a name. */
  account_name: z.string().nullable(),
  bank_code: z.string().nullable(),
  bank_name: z.string().nullable(),
  branch: z.string().nullable(),
  /** Never more than its last digits; a chain address stands whole, as everybody can see it there. */
  card_no: z.string(),
  network: z.string().nullable(),
  status: z.enum(withdrawalStatuses),
  /** Who applied changed his ways in lately: two persons decide it, whatever its amount. */
  is_cooling: z.boolean(),
  third_party_no: z.string().nullable(),
  /** By which it was paid; for the platform. */
  slip: z.string().nullable(),
  remarks: z.string().nullable(),
  decision_reason: z.string().nullable(),
  applicant: z.string().nullable(),
  /** Who has it in hand, or ended it; null for those who stand below him. */
  operator: z.string().nullable(),
  created_at: instant,
  completed_at: instant.nullable(),
  waiting_acts: waitingActs,
  /** What this caller may do with it now; never recomputed in the browser. */
  actions: z.array(
    z.enum(['take', 'approve', 'reject', 'release', 'update', 'reverse', 'remark', 'reveal', 'cancel']),
  ),
});
export type WithdrawalRow = z.output<typeof withdrawalRow>;
export type WithdrawalAct = WithdrawalRow['actions'][number];

export const withdrawalFilters = {
  no: searchText.optional(),
  owner: id.optional(),
  status: z.array(z.enum(withdrawalStatuses)).max(6).optional(),
  currency: currency.optional(),
  /** The one that arrives. */
  target_currency: currency.optional(),
  third_party_no: searchText.optional(),
  amount_min: amountInput.optional(),
  amount_max: amountInput.optional(),
  created_from: instant.optional(),
  created_to: instant.optional(),
};

/**
 * Withdrawals, newest first. Without a number, an owner, a state or a time: all that is open whatever its age, and what was closed
 * today. Answers 404 when nothing is found (specification §8).
 */
export const searchWithdrawals = endpoint({
  method: 'POST',
  path: '/withdraws/list/search',
  access: { permission: 'withdraws.list.get' },
  whileActing: 'allowed',
  input: z.strictObject({ ...paging, ...withdrawalFilters, sort: orderSort }),
  output: listOf(
    withdrawalRow,
    z.object({
      by_currency: z.array(z.object({ currency, count: z.number(), amount: money, paid_amount: money })),
      /** How many the caller has in hand, and how many he may; null for those who take none. */
      held: z.object({ open: z.number(), most: z.number() }).nullable(),
    }),
  ),
});

const ofWithdrawal = { id };
const asked = { id, reason, ...stepUp };

/** Keeps one to oneself, and few at once: nobody else decides it. Never one's own, nor that of somebody whom one stands behind. */
export const takeWithdrawal = endpoint({
  method: 'POST',
  path: '/withdraws/list/{id}/take',
  access: { permission: 'withdraws.list.take' },
  idempotent: true,
  input: z.strictObject(ofWithdrawal),
  output: done,
});

/** Gives back what one has taken. */
export const releaseWithdrawal = endpoint({
  method: 'POST',
  path: '/withdraws/list/{id}/release',
  access: { permission: 'withdraws.list.take' },
  idempotent: true,
  input: z.strictObject(ofWithdrawal),
  output: done,
});

/** Changes the status of one that another operator has in hand back to pending; a second person agrees. */
export const updateWithdrawal = endpoint({
  method: 'POST',
  path: '/withdraws/list/{id}/update',
  access: { permission: 'withdraws.list.update' },
  idempotent: true,
  input: z.strictObject(asked),
  output: submission,
});

/** Takes slips in, and gives them, as those of payouts are. */
export const withdrawalSlipPath = '/withdraws/slips';

/** It was wired, under this number of the transfer or by its slip. Above what may be approved by itself a second person agrees. */
export const approveWithdrawal = endpoint({
  method: 'POST',
  path: '/withdraws/list/{id}/approve',
  access: { permission: 'withdraws.list.approve' },
  idempotent: true,
  input: z.strictObject({
    ...asked,
    third_party_no: searchText.min(1).optional(),
    slip: z.string().regex(patterns.slip).optional(),
  }),
  output: submission,
});

/** Ends it without money: what was held goes back. */
export const rejectWithdrawal = endpoint({
  method: 'POST',
  path: '/withdraws/list/{id}/reject',
  access: { permission: 'withdraws.list.reject' },
  idempotent: true,
  input: z.strictObject(asked),
  output: submission,
});

/** The bank sent it back: its owner gets all that was held. Two persons. */
export const reverseWithdrawal = endpoint({
  method: 'POST',
  path: '/withdraws/list/{id}/reverse',
  access: { permission: 'withdraws.list.reverse' },
  idempotent: true,
  input: z.strictObject(asked),
  output: submission,
});

export const remarkWithdrawal = endpoint({
  method: 'POST',
  path: '/withdraws/list/{id}/remark',
  access: { permission: 'withdraws.list.remark' },
  input: z.strictObject({ id, remarks: z.string().trim().max(500).regex(plainLines) }),
  output: done,
});

/** The whole account number, for whoever wires the money; each look stands in the log with its reason. */
export const revealWithdrawalCard = endpoint({
  method: 'POST',
  path: '/withdraws/list/{id}/reveal',
  access: { permission: 'withdraws.list.reveal' },
  input: z.strictObject(asked),
  output: z.object({ card_no: z.string() }),
});

export const withdrawAccountRow = z.object({
  id: z.string(),
  owner: ref,
  type: z.enum(withdrawalTypes),
  account_name: z.string().nullable(),
  card_no: z.string().nullable(),
  bank_code: z.string().nullable(),
  bank_name: z.string().nullable(),
  branch: z.string().nullable(),
  province: z.string().nullable(),
  city: z.string().nullable(),
  alias: z.string().nullable(),
  address: z.string().nullable(),
  network: z.string().nullable(),
  currency,
  status: z.enum(['waiting', 'active', 'refused']),
  usable_from: instant,
  created_at: instant,
  actions: z.array(z.enum(['delete', 'verify', 'refuse'])),
});
export type WithdrawAccountRow = z.output<typeof withdrawAccountRow>;

/** One's own accounts, newest first. */
export const withdrawAccounts = endpoint({
  method: 'GET',
  path: '/withdraws/apply/bank_acc',
  access: { permission: 'withdraws.apply.get' },
  whileActing: 'allowed',
  input: z.strictObject(paging),
  output: listOf(withdrawAccountRow, z.object({})),
});

const text = (most: number) => searchText.max(most);
export const networks = ['TRC20', 'ERC20'] as const;

/** A bank account, or a chain address in USDT. It rests before money is sent there. */
export const addWithdrawAccount = endpoint({
  method: 'POST',
  path: '/withdraws/apply/bank_acc',
  access: { permission: 'withdraws.apply.createAccount' },
  idempotent: true,
  input: z.strictObject({
    type: z.enum(withdrawalTypes),
    currency,
    account_name: text(100).optional(),
    bank_code: text(20).optional(),
    card_no: text(40).optional(),
    branch: text(100).optional(),
    province: text(100).optional(),
    city: text(100).optional(),
    alias: text(100).optional(),
    address: text(64).optional(),
    network: z.enum(networks).optional(),
  }),
  output: withdrawAccountRow,
});

export const deleteWithdrawAccount = endpoint({
  method: 'DELETE',
  path: '/withdraws/apply/bank_acc/{id}',
  access: { permission: 'withdraws.apply.deleteAccount' },
  input: z.strictObject({ id }),
  output: done,
});

/** Accounts of all owners, those that rest first, for whoever looks at them. */
export const waitingWithdrawAccounts = endpoint({
  method: 'GET',
  path: '/withdraws/setting/accounts',
  access: { permission: 'withdraws.setting.get' },
  whileActing: 'allowed',
  input: z.strictObject({ ...paging, owner_id: id.optional() }),
  output: listOf(withdrawAccountRow, z.object({})),
});

/** Lets a resting account in at once, or keeps it out for good. Never one's own. */
export const verifyWithdrawAccount = endpoint({
  method: 'POST',
  path: '/withdraws/apply/bank_acc/{id}/verify',
  access: { permission: 'withdraws.setting.verifyAccount' },
  idempotent: true,
  input: z.strictObject({ ...asked, accept: z.boolean() }),
  output: submission,
});

/** What one may apply for in each currency that one ever held, and what its ways cost; where there is something now comes first. */
export const withdrawalFunds = endpoint({
  method: 'GET',
  path: '/withdraws/apply/funds',
  access: { permission: 'withdraws.apply.create' },
  input: nothing,
  output: z.object({
    items: z.array(
      z.object({
        currency,
        available: money,
        /** The price that holds now, in the currency that arrives; nothing where none was set. */
        ways: z.array(
          z.object({
            type: z.enum(withdrawalTypes),
            target_currency: currency,
            pct: z.string(),
            fixed: money,
            mode: z.enum(['inside', 'outside']),
            /** All of it as one types it: what is less than the smallest unit that goes this way stays. */
            most: amountInput,
          }),
        ),
      }),
    ),
  }),
});
export type WithdrawalFunds = z.output<typeof withdrawalFunds.output>['items'][number];

const wanted = { account_id: id, amount: amountInput, currency, rate_id: id.optional() };

export const withdrawalEffect = z.object({
  fee: money,
  fee_mode: z.enum(['inside', 'outside']),
  /** What is taken of the balance, and what arrives. */
  hold: money,
  arrives: money,
  target_currency: currency,
  target_amount: money,
  rate: z.string().nullable(),
  rate_id: z.string().nullable(),
  /** Until when one may apply by this rate, and until when it stands still once one has. */
  rate_until: instant.nullable(),
  locked_until: instant.nullable(),
  /** What the rules leave for today; null is no limit. */
  left: z.object({
    today_amount: money.nullable(),
    today_count: z.number().nullable(),
    card_today: money.nullable(),
    card_uses: z.number().nullable(),
  }),
  balance_before: money,
  balance_after: money,
});
export type WithdrawalEffect = z.output<typeof withdrawalEffect>;

/** What applying would come to; nothing happens. Refuses whatever applying would refuse. */
export const previewWithdrawal = endpoint({
  method: 'POST',
  path: '/withdraws/apply/effect',
  access: { permission: 'withdraws.apply.create' },
  input: z.strictObject(wanted),
  output: z.object({ effect: withdrawalEffect, hash: z.string() }),
});

/** Applies: the money is held from now on. A rate or an effect that is another by now is refused (20412). */
export const applyWithdrawal = endpoint({
  method: 'POST',
  path: '/withdraws/apply',
  access: { permission: 'withdraws.apply.create' },
  idempotent: true,
  input: z.strictObject({
    ...wanted,
    ...stepUp,
    reason: z.string().trim().max(500).regex(plainLines).optional(),
    effect_hash: z.string().max(64),
  }),
  output: z.object({ state: z.literal('done'), id: z.string(), no: z.string() }),
});

/** Taken back by the owner's house, as long as nobody has it in hand. */
export const cancelWithdrawal = endpoint({
  method: 'POST',
  path: '/withdraws/apply/{id}/cancel',
  access: { permission: 'withdraws.apply.cancel' },
  idempotent: true,
  input: z.strictObject(ofWithdrawal),
  output: done,
});
