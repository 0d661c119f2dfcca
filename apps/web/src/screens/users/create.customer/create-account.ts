import type { OutputOf } from '@suanpan/contract/endpoint';
import {
  createAgent,
  createCustomer,
  createMiddleman,
  createSubAgent,
} from '@suanpan/contract/endpoints/user-acts';
import type { Currency } from '@suanpan/money/currency';
import { call } from '../../../lib/api.ts';

export type AccountKind = 'customer' | 'subAgent' | 'middleman' | 'agent';

/** The form as it is typed; the region is the platform's own. */
export interface AccountDraft {
  readonly name: string;
  readonly username: string;
  /** Null while the words name nobody. */
  readonly agent_id: string | null;
  /** Of a merchant: his general agent from the start; empty for none. */
  readonly sub_agent_id: string | null;
  readonly currency: Currency;
  readonly settle_rule: string;
  readonly phone: string;
  readonly email: string;
  readonly byLink: boolean;
  readonly password: string;
}

export const emptyDraft: AccountDraft = {
  name: '',
  username: '',
  agent_id: '',
  sub_agent_id: '',
  currency: 'TWD',
  settle_rule: 'T1',
  phone: '',
  email: '',
  byLink: true,
  password: '',
};

/** Sends what was filled in to the call of its kind. */
export function createAccount(
  kind: AccountKind,
  draft: AccountDraft,
  namesAgent: boolean,
): Promise<OutputOf<typeof createCustomer>> {
  const { name, username, currency, phone, email } = draft;
  const common = {
    name,
    username,
    currency,
    ...(phone.trim() === '' ? {} : { phone }),
    ...(email.trim() === '' ? {} : { email }),
    ...(draft.byLink ? {} : { password: draft.password }),
  };
  const agentId = draft.agent_id;
  const below = { ...common, ...(namesAgent && agentId && { agent_id: agentId }) };
  switch (kind) {
    case 'customer':
      return call(createCustomer, {
        ...below,
        settle_rule: draft.settle_rule,
        ...(draft.sub_agent_id && { sub_agent_id: draft.sub_agent_id }),
      });
    case 'subAgent':
      return call(createSubAgent, below);
    case 'middleman':
      return call(createMiddleman, below);
    case 'agent':
      return call(createAgent, common);
  }
}
