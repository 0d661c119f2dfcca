import type { GuardedAdapter } from './guard-adapter.ts';
import { askFeed, BadSignature } from './port.ts';
import type { ChannelAccount, TransferFeed } from './port.ts';

/**
 * An adapter for a contract whose credentials were replaced lately: a notice that the present ones do not vouch for is held
 * against the former ones. What is asked of the provider is signed with the present ones alone, but for what came in to a card or
 * an address that payers were told before.
 */
export function believingFormer(
  adapter: GuardedAdapter,
  former: Readonly<Record<string, string>>,
): GuardedAdapter {
  const reading =
    <Told>(read: (account: ChannelAccount) => Told) =>
    (account: ChannelAccount): Told => {
      try {
        return read(account);
      } catch (error) {
        if (!(error instanceof BadSignature)) throw error;
        return read({ ...account, credentials: former });
      }
    };
  const { payouts, watched } = adapter;
  const feed = adapter.feed && alsoReading(adapter.feed, former);
  return {
    ...adapter,
    ...(feed && {
      feed,
      queryCollection: (account, orderNo, exchange, known) =>
        askFeed(feed, account, orderNo, exchange, known),
    }),
    parseNotice: (account, notice, nowMs) =>
      reading((one) => adapter.parseNotice(one, notice, nowMs))(account),
    ...(watched && {
      watched: {
        ...watched,
        // What a person had in hand may have left the wallet of before.
        async readTransfer(account: ChannelAccount, named, exchange) {
          const answer = await watched.readTransfer(account, named, exchange);
          return answer.outcome === 'refused' && answer.why === 'otherSender'
            ? watched.readTransfer({ ...account, credentials: former }, named, exchange)
            : answer;
        },
      } satisfies GuardedAdapter['watched'],
    }),
    ...(payouts && {
      payouts: {
        ...payouts,
        parseNotice: (account: ChannelAccount, notice, nowMs) =>
          reading((one) => payouts.parseNotice(one, notice, nowMs))(account),
      } satisfies GuardedAdapter['payouts'],
    }),
  };
}

/** What was replaced may be gone: where it does not answer, what stands now goes on alone. */
function alsoReading(feed: TransferFeed, former: Readonly<Record<string, string>>): TransferFeed {
  return {
    ...feed,
    async list(account, since, exchange) {
      const answer = await feed.list(account, since, exchange);
      const before = { ...account, credentials: former };
      const known = new Set(feed.reads(account));
      if (answer.outcome === 'unknown' || feed.reads(before).every((one) => known.has(one))) return answer;
      const earlier = await feed.list(before, since, exchange);
      if (earlier.outcome === 'unknown') return answer;
      const told = new Map([...earlier.transfers, ...answer.transfers].map((each) => [each.ref, each]));
      return {
        outcome: 'found',
        transfers: [...told.values()].toSorted((a, b) => a.at.getTime() - b.at.getTime()),
      };
    },
  };
}
