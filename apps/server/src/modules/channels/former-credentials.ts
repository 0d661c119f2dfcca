import type { GuardedAdapter } from './guard-adapter.ts';
import { BadSignature } from './port.ts';
import type { ChannelAccount } from './port.ts';

/**
 * An adapter for a contract whose credentials were replaced lately: a notice that the present ones do not vouch for is held
 * against the former ones. What is asked of the provider is signed with the present ones alone.
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
  const { payouts } = adapter;
  return {
    ...adapter,
    parseNotice: (account, notice, nowMs) =>
      reading((one) => adapter.parseNotice(one, notice, nowMs))(account),
    ...(payouts && {
      payouts: {
        ...payouts,
        parseNotice: (account: ChannelAccount, notice, nowMs) =>
          reading((one) => payouts.parseNotice(one, notice, nowMs))(account),
      } satisfies GuardedAdapter['payouts'],
    }),
  };
}
