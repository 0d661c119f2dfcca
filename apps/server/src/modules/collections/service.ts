import type { Payment } from '@suanpan/contract/endpoints/checkout';
import type { Database } from '../../platform/db/database.ts';
import type { Lane } from '../../platform/db/lane.ts';
import type { LaneOwner } from '../../platform/db/lane-owner.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Log } from '../../platform/log.ts';
import { openTurnLane } from '../channels/index.ts';
import type { Channels, TurnLane } from '../channels/index.ts';
import type { Risk } from '../risk/index.ts';
import { createCheckoutTokens } from './create/checkout-token.ts';
import type { CheckoutTokens } from './create/checkout-token.ts';
import { openCreateLane } from './create/create-lane.ts';
import type { CreateOutcome, CreateRequest } from './create/create-request.ts';
import { openSettleLane } from './settle/settle-lane.ts';
import type { QueuedSettle, SettleOutcome } from './settle/settle-request.ts';

/** What of the block lists an order asks. */
export type PayerGate = Pick<Risk, 'refusePayer' | 'refuseVisitor'>;

/** What the commands of this module work with; opened once per process by main. */
export interface Collections {
  readonly db: Database;
  readonly channels: Channels;
  readonly vault: Vault;
  readonly log: Log;
  readonly tokens: CheckoutTokens;
  /** Origin under which providers reach us and payers open their page. */
  readonly publicUrl: string;
  readonly create: Lane<CreateRequest, CreateOutcome>;
  readonly settle: Lane<QueuedSettle, SettleOutcome>;
  readonly turns: TurnLane;
  /** Allocations under way in this process: the same question, asked again meanwhile, gets the same answer. */
  readonly allocating: Map<string, Promise<Payment>>;
  /** The block lists that payers are held against; none where a test opens none. */
  readonly gate: PayerGate | undefined;
  /** Finishes what is queued. */
  close(): Promise<void>;
}

export interface CollectionsDeps {
  readonly db: Database;
  readonly channels: Channels;
  readonly vault: Vault;
  readonly log: Log;
  readonly publicUrl: string;
  readonly gate?: PayerGate;
  /** Which lanes of settling are this process's own, where several share a database. */
  readonly lanes?: LaneOwner;
}

export function openCollections(deps: CollectionsDeps): Collections {
  const create = openCreateLane(deps.db);
  const settle = openSettleLane(deps.db, deps.lanes);
  const turns = openTurnLane(deps.db);
  return {
    db: deps.db,
    channels: deps.channels,
    vault: deps.vault,
    log: deps.log,
    publicUrl: deps.publicUrl,
    tokens: createCheckoutTokens(deps.vault),
    create,
    settle,
    turns,
    gate: deps.gate,
    allocating: new Map(),
    async close() {
      await Promise.all([create.close(), settle.close(), turns.close()]);
    },
  };
}
