import type { Payment } from '@suanpan/contract/endpoints/checkout';
import type { PayoutNetwork, TransferRefusal } from '@suanpan/domain/payout-networks';
import { likenessOf } from '@suanpan/domain/transfers/match-transfer';
import type { Awaited, Transfer } from '@suanpan/domain/transfers/match-transfer';
import type { Currency } from '@suanpan/money/currency';
import { wallClock } from '../../platform/clock.ts';

/** One contract with one provider, with its credentials opened. */
export interface ChannelAccount {
  readonly id: bigint;
  readonly driver: string;
  readonly name: string;
  readonly agentId: bigint;
  /** Which way money goes by it; only collections where it is not said. */
  readonly direction?: 'collection' | 'payout';
  readonly currency: Currency;
  readonly baseUrl: string;
  readonly credentials: Readonly<Record<string, string>>;
  /** What late money does: credited when an authenticated query confirms it, or set aside as abnormal. */
  readonly latePayment: 'credit' | 'abnormal';
  /** From where its provider sends notices; none, or an empty list: from anywhere. */
  readonly notifyNetworks?: readonly string[];
}

/** A provider's answer. `unknown` is a value: nothing may be concluded from it, neither paid nor unpaid. */
export type ProviderAnswer<T> =
  | { readonly outcome: 'accepted'; readonly value: T }
  /** `neverArrived`: the provider did not even hear of it. */
  | { readonly outcome: 'refused'; readonly reason: string; readonly neverArrived?: true }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** What a provider says when it is asked about an order. `notFound` is no `failed` yet: the provider may be slow. */
export type QueryAnswer =
  | { readonly outcome: 'found'; readonly state: CollectionState }
  | { readonly outcome: 'notFound' }
  | { readonly outcome: 'unknown'; readonly reason: string };

export interface CollectionRequest {
  /** Our number at the provider: one for each attempt, and the same whenever that attempt is asked again. */
  readonly orderNo: string;
  /** Minor units at ledger scale. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly methodType: string;
  readonly notifyUrl: string;
  readonly returnUrl: string | null;
  readonly payerName: string | null;
  readonly expiresAt: Date;
  /** Asks a sandbox provider to misbehave in a certain way; real providers never see it. */
  readonly simulate: string | null;
  /** Our page of this order: where the provider lets the payer come back to. */
  readonly checkoutUrl: string;
  /** Where a payer is handed the form of `payerForm`, made anew whenever he opens it. */
  readonly formUrl: string;
  /** Of accounts that only tell what came in: where this order's payer sends it. */
  readonly destination: string | null;
}

export interface CreatedCollection {
  /** Null where the provider hears of the order from its payer alone. */
  readonly providerOrderNo: string | null;
  readonly payment: Payment;
}

/** What we know of an order that a provider is asked about; some providers want to hear it in the question. */
export interface KnownCollection {
  /** What was asked for, in minor units. */
  readonly amount: bigint;
  /** The provider's own number, as far as one was told. */
  readonly providerOrderNo: string | null;
  /** It still waits to be paid: what its payer has only agreed to may be taken from him. */
  readonly isOpen: boolean;
  /** Of accounts that only tell what came in: by what the order's transfer is known. */
  readonly awaited?: Omit<Awaited, 'code'>;
  /** The one transfer that is asked about, where it is a certain one of several. */
  readonly transferRef?: string;
}

/** What a provider says of a collection when it is asked. */
export interface CollectionState {
  /** Our number, as the provider repeats it. */
  readonly orderNo: string;
  readonly providerOrderNo: string;
  readonly status: 'pending' | 'paid' | 'failed' | 'reversed';
  readonly amount: bigint;
  readonly paidAmount: bigint;
  readonly currency: Currency;
  /** When the payer paid, by the provider's clock; null where it does not say. */
  readonly paidAt: Date | null;
  /** The provider marks the payment as simulated: it never moves money. */
  readonly simulated: boolean;
}

/** A verified notice: only a hint to ask; nothing is credited on its word. */
export interface Notice {
  readonly eventId: string;
  readonly orderNo: string;
  /** `pending` is news of an order that is no payment, such as the account that its payer was given. */
  readonly status: CollectionState['status'];
  /** The provider calls the payment a test of its own: the order ends as one, and nobody is asked about money. */
  readonly simulated?: boolean;
}

/** A form that a payer's browser sends to a provider. */
export interface PayerForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface RawNotice {
  readonly method: string;
  readonly path: string;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** The signature of a notice is wrong, missing or out of its time. */
export class BadSignature extends Error {
  override readonly name = 'BadSignature';
}

export interface ExchangeRequest {
  readonly operation: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Where it may take longer than providers usually do. */
  readonly timeoutMs?: number;
}

export interface ExchangeResponse {
  readonly status: number;
  readonly body: string;
}

/**
 * Sends one request to a provider and keeps it with its answer on the order's record, secrets masked.
 * Throws `NoAnswer` when nothing usable came back in time.
 */
export type Exchange = (request: ExchangeRequest) => Promise<ExchangeResponse>;

export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** False: the provider cannot have acted on the request. */
  readonly mayHaveArrived: boolean;

  constructor(reason: string, mayHaveArrived: boolean) {
    super(reason);
    this.mayHaveArrived = mayHaveArrived;
  }
}

export interface PayoutRequest {
  /** Our number at the provider: one for each attempt, and the same whenever that attempt is asked again. */
  readonly orderNo: string;
  /** Minor units at ledger scale. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly bankCode: string;
  readonly branch: string | null;
  readonly accountNo: string;
  readonly accountName: string;
  readonly memo: string | null;
  readonly notifyUrl: string;
  /** Asks a sandbox provider to misbehave in a certain way; real providers never see it. */
  readonly simulate: string | null;
}

/** What a provider says of a payout when it is asked. */
export interface PayoutState {
  /** Our number, as the provider repeats it. */
  readonly orderNo: string;
  readonly providerOrderNo: string;
  /** `returned`: it was paid, and the payee's bank sent it back. */
  readonly status: 'processing' | 'paid' | 'failed' | 'returned';
  readonly amount: bigint;
  readonly currency: Currency;
  /** What came back of a payout that was returned. */
  readonly returnedAmount: bigint;
}

export type PayoutAnswer =
  | { readonly outcome: 'found'; readonly state: PayoutState }
  | { readonly outcome: 'notFound' }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** A verified notice of a payout: only a hint to ask. */
export interface PayoutNotice {
  readonly eventId: string;
  readonly orderNo: string;
  readonly status: PayoutState['status'];
}

export interface RefundRequest {
  /** Our number of this try at the provider. */
  readonly refundNo: string;
  /** Our number of the payment that goes back. */
  readonly orderNo: string;
  /** Minor units at ledger scale. */
  readonly amount: bigint;
  readonly currency: Currency;
}

/** What a provider says of a refund when it is asked. */
export interface RefundState {
  /** Our number of the try, as the provider repeats it. */
  readonly orderNo: string;
  readonly providerOrderNo: string;
  readonly status: 'processing' | 'paid' | 'failed';
  readonly amount: bigint;
  readonly currency: Currency;
}

export type RefundAnswer =
  | { readonly outcome: 'found'; readonly state: RefundState }
  | { readonly outcome: 'notFound' }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** How a provider pays a payment back by itself. */
export interface RefundSide {
  /** `refused` only where it says that it will not; whatever else happens leaves open whether it pays. */
  createRefund(
    account: ChannelAccount,
    request: RefundRequest,
    exchange: Exchange,
  ): Promise<ProviderAnswer<{ readonly providerOrderNo: string }>>;
  queryRefund(account: ChannelAccount, refundNo: string, exchange: Exchange): Promise<RefundAnswer>;
}

/** What a provider has for us to pay with. */
export type BalanceAnswer =
  | { readonly outcome: 'found'; readonly available: bigint }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** How a provider pays others. */
export interface PayoutSide {
  /**
   * Asks the provider to pay. `refused` only where it says that it will not; whatever else happens leaves open whether it
   * pays.
   */
  createPayout(
    account: ChannelAccount,
    request: PayoutRequest,
    exchange: Exchange,
  ): Promise<ProviderAnswer<{ readonly providerOrderNo: string }>>;
  queryPayout(account: ChannelAccount, orderNo: string, exchange: Exchange): Promise<PayoutAnswer>;
  /** Asks how much there is in the account's currency; what cannot be read is unknown. */
  queryBalance(account: ChannelAccount, exchange: Exchange): Promise<BalanceAnswer>;
  /** Checks the signature on the raw bytes; throws `BadSignature`. */
  parseNotice(account: ChannelAccount, notice: RawNotice, nowMs: number): PayoutNotice;
}

/** A payout over a chain, as its transfer would be found there. */
export interface SoughtTransfer {
  /** The payee's address. */
  readonly to: string;
  /** Minor units at ledger scale. */
  readonly amount: bigint;
  /** Before that the payout was in nobody's hand: no earlier transaction is its. */
  readonly since: Date;
}

/** The same, and the transaction that a person named for it. */
export interface NamedTransfer extends SoughtTransfer {
  /** As the chain numbers it. */
  readonly hash: string;
}

/** Which transactions moved it, as the chain numbers them. */
export type SentAnswer =
  | { readonly outcome: 'found'; readonly hashes: readonly string[] }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** What a chain says of a transaction. `paid` only in blocks that stand; `notFound` may be found a minute later. */
export type TransferAnswer =
  | { readonly outcome: 'paid' }
  | { readonly outcome: 'refused'; readonly why: TransferRefusal }
  | { readonly outcome: 'notFound' }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** How payouts go over a chain: a person sends them, since no key is in the product, and the chain is only asked. */
export interface WatchedSide {
  readonly network: PayoutNetwork;
  /** Whether a transaction moved exactly that from an address of the account's to the payee. */
  readTransfer(account: ChannelAccount, named: NamedTransfer, exchange: Exchange): Promise<TransferAnswer>;
  /** Every transaction that moved exactly that to the payee, from whichever address, in blocks that stand. */
  listSent(account: ChannelAccount, sought: SoughtTransfer, exchange: Exchange): Promise<SentAnswer>;
  /** How much there is at the account's addresses. */
  queryBalance(account: ChannelAccount, exchange: Exchange): Promise<BalanceAnswer>;
}

/** What may be concluded from a provider's answers. */
export interface AdapterCapabilities {
  /** So long after a create call the provider may still not know an order that it has taken. */
  readonly queryMinDelayMs: number;
  /** An order that the provider does not know, asked often enough, was never made and never will be. */
  readonly notFoundIsFinal: boolean;
  /** It hears of an order when the payer comes: until then one that it does not know is simply unpaid. */
  readonly heardFromPayer: boolean;
  /** So long after a payment that it told of its answers may still not know of it. */
  readonly confirmsWithinMs: number;
  /** It takes whole units alone; other sums are refused without asking it. */
  readonly integerOnly: boolean;
  /** What it is paid in; others are refused without asking it. Null: any. */
  readonly currencies: readonly Currency[] | null;
  /** It shuts out for hours whoever asks for many orders that it does not know: nobody asks it so by the clock. */
  readonly countsUnknownOrders: boolean;
  /** While an order waits it is asked about it this often, since it tells no news, or none that is sure. Null: it tells them. */
  readonly askedEveryMs: number | null;
  /** A number that it has can be asked for again, and gives the same payment; else an unanswered create is left at that. */
  readonly createIsRepeatable: boolean;
  /** Its answers call paid what a shop only simulated; its notices tell which, so that an answer alone waits for one. */
  readonly testsToldByNotice: boolean;
}

/** One thing that a provider knows us by, as its contract names it. */
export interface CredentialField {
  /** Under this name it stands among an account's credentials. */
  readonly name: string;
  /** A secret is written and never read; anything else may be shown by its end. */
  readonly secret: boolean;
}

/** What came in to an account since a time, the oldest first. */
export type FeedAnswer =
  | { readonly outcome: 'found'; readonly transfers: readonly Transfer[] }
  | { readonly outcome: 'unknown'; readonly reason: string };

/**
 * An account that knows no orders and only tells what came in: orders are found among it by their place, their sum, what was
 * written into the transfer and who sent it.
 */
export interface TransferFeed {
  /** Where payers may send to. `shared`: several orders may wait at one place, each for another sum. */
  places(
    account: ChannelAccount,
    orderId: bigint,
  ): { readonly destinations: readonly string[]; readonly shared: boolean };
  /** Whether payers may be sent there; false for what is another account's. */
  isPlace(account: ChannelAccount, destination: string): boolean;
  /** What of the world it reads: two accounts that read the same would each count what came in there. */
  reads(account: Pick<ChannelAccount, 'credentials'>): readonly string[];
  /** How sums are told apart, in minor units: so many steps below what was ordered, and above. */
  readonly sums: { readonly stepMinor: bigint; readonly below: number; readonly above: number };
  /** So long after an order's end its sum is nobody else's. */
  readonly graceS: number;
  /** Whether senders have names. */
  readonly payers: 'named' | 'nameless';
  /** What the payer writes into his transfer, by our number of the attempt; empty where nothing can be written. */
  codeOf(orderNo: string): string;
  readonly readEveryMs: number;
  /** What came in finally; what may still be taken back is not among it. */
  list(account: ChannelAccount, since: Date, exchange: Exchange): Promise<FeedAnswer>;
}

/** What a feed says of one order: its transfer, or none that is its. */
export async function askFeed(
  feed: TransferFeed,
  account: ChannelAccount,
  orderNo: string,
  exchange: Exchange,
  known: KnownCollection | undefined,
): Promise<QueryAnswer> {
  const since = known?.awaited?.from ?? new Date(wallClock.now().getTime() - smallQuestionMs);
  const answer = await feed.list(account, since, exchange);
  if (answer.outcome === 'unknown') return answer;
  if (known?.awaited === undefined) return { outcome: 'notFound' };
  const awaited = { ...known.awaited, code: feed.codeOf(orderNo) };
  const { transferRef } = known;
  const transfer = answer.transfers.find(
    (each) =>
      (transferRef === undefined || each.ref === transferRef) &&
      likenessOf(each, awaited, feed.payers) === 'its',
  );
  if (transfer === undefined) return { outcome: 'notFound' };
  return {
    outcome: 'found',
    state: {
      orderNo,
      providerOrderNo: transfer.ref,
      status: 'paid',
      amount: known.amount,
      paidAmount: transfer.amount,
      currency: account.currency,
      paidAt: transfer.at,
      simulated: false,
    },
  };
}

/** How far back an account is read that is only asked whether it answers. */
const smallQuestionMs = 60_000;

/** One provider's protocol. Nothing outside its folder knows a field name of it. */
export interface ChannelAdapter {
  readonly driver: string;
  /** All of them are needed, and nothing else is kept. */
  readonly credentialFields: readonly CredentialField[];
  /** True for providers that exist to be played with; only their orders may be simulated. */
  readonly sandbox: boolean;
  readonly capabilities: AdapterCapabilities;
  /**
   * Asks for a payment. `refused` only where the provider says that it will not take the order. What became of the
   * exchange is watched from outside (`guardAdapter`), so `NoAnswer` may pass through.
   */
  createCollection(
    account: ChannelAccount,
    request: CollectionRequest,
    exchange: Exchange,
  ): Promise<ProviderAnswer<CreatedCollection>>;
  queryCollection(
    account: ChannelAccount,
    orderNo: string,
    exchange: Exchange,
    known?: KnownCollection,
  ): Promise<QueryAnswer>;
  /** Checks the signature on the raw bytes; throws `BadSignature`. Absent where it tells no news. */
  parseNotice?(account: ChannelAccount, notice: RawNotice, nowMs: number): Notice;
  /** Of providers whose page is opened with a form: the form as it holds now, for the payer's browser to send. */
  payerForm?(account: ChannelAccount, request: CollectionRequest, nowMs: number): PayerForm;
  /** What the provider wants to read, so that it stops sending. */
  readonly acknowledgement: { readonly status: number; readonly contentType: string; readonly body: string };
  /** Of accounts that know no orders. */
  readonly feed?: TransferFeed;
  /** Of providers that pay others too. */
  readonly payouts?: PayoutSide;
  /** Of chains over which a person pays. */
  readonly watched?: WatchedSide;
  /** Of providers that pay payments back by themselves. */
  readonly refunds?: RefundSide;
  /** Sandbox providers only: asks for a scenario on an order that exists there. */
  simulateCollection?(
    account: ChannelAccount,
    orderNo: string,
    scenario: string,
    amount: string | null,
    exchange: Exchange,
  ): Promise<ProviderAnswer<null>>;
  /** The same of a payout that was given to it. */
  simulatePayout?(
    account: ChannelAccount,
    orderNo: string,
    scenario: string,
    exchange: Exchange,
  ): Promise<ProviderAnswer<null>>;
}

/** The adapters by driver; main hands it over, modules never import an adapter. */
export type ChannelAdapters = Readonly<Record<string, ChannelAdapter>>;
