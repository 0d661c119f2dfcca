import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Scope } from '../../../platform/http/actor.ts';
import { inOwnTree } from './in-own-tree.ts';

/** Withdrawals that arrive in another currency, by the day on which their rate was locked, to select from. */
export const exchangedRows = sql`(
  SELECT w.id, w.no, w.created_at, business_day(w.created_at) AS day, w.owner_id, w.agent_id, w.target_currency AS currency,
         w.currency AS quote, w.amount, w.target_amount, w.fee, w.agent_share, w.rate, w.status
  FROM withdrawal w WHERE w.rate IS NOT NULL)`;

/** Which of them a reader may see. */
export const seesExchanged = (scope: Scope): RawBuilder<unknown> => inOwnTree(scope, 'd');
