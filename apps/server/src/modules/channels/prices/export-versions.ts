import { priceVersions } from '@suanpan/contract/endpoints/price-matrix';
import { translate } from '@suanpan/messages/translate';
import { z } from 'zod';
import { countOf } from '../../../platform/db/count-of.ts';
import { exportList } from '../../../platform/export-list.ts';
import type { ExportReader } from '../../../platform/export-list.ts';
import { presentVersion } from './present-prices.ts';
import { countVersions, findHouse, listVersions } from './prices.queries.ts';
import type { Direction } from './prices.queries.ts';

const kinds = {
  collection: 'collectionMethod.customers.versions',
  payout: 'paymentMethod.customers.versions',
} as const;

/** The versions of prices as a file: of one merchant, of one senior agent, or of all of the reader's tree. */
export const priceVersionExport = (direction: Direction) => {
  const filter = priceVersions.input
    .omit({ page: true, paginate: true, cursor: true })
    .partial()
    .extend({ direction: z.literal(direction).optional() })
    .strict();
  type Asked = z.output<typeof filter>;

  /** Undefined for a merchant and a senior agent of another tree, of whom there is nothing to take away. */
  async function wanted({ actor, db }: ExportReader, asked: Asked) {
    const { agent_id: agentId, channel_id: channelId, currency, customer_id: customerId, id } = asked;
    const all = agentId === undefined && customerId === undefined;
    const house = all
      ? undefined
      : await findHouse(db.reports, actor.scope, {
          agentId: agentId === undefined ? undefined : BigInt(agentId),
          customerId: customerId === undefined ? undefined : BigInt(customerId),
        });
    if (!all && house === undefined) return undefined;
    return {
      agentId: house?.agent.id ?? null,
      customerId: house?.customer?.id ?? null,
      direction,
      currency,
      channelId: channelId === undefined ? undefined : BigInt(channelId),
      id: id === undefined ? undefined : BigInt(id),
    };
  }

  return exportList({
    kind: kinds[direction],
    filter,
    async count(reader, asked) {
      const { actor, db } = reader;
      const versions = await wanted(reader, asked);
      return versions === undefined ? 0 : countOf(await countVersions(db.reports, actor.scope, versions));
    },
    async read(reader, asked, { after, limit }) {
      const { actor, db, locale } = reader;
      const offset = after === null ? 0 : Number(after); // Not money: a place in a list.
      const page = { offset, limit };
      const versions = await wanted(reader, asked);
      if (versions === undefined) return { next: null, rows: [] };
      const rows = await listVersions(db.reports, actor.scope, versions, page);
      return {
        next: rows.length < limit ? null : String(offset + rows.length),
        rows: rows.map((listed) => {
          const row = presentVersion(listed, locale, false);
          return {
            state: translate(locale, `prices.versionStates.${row.state}`),
            channel:
              row.party === 'merchant'
                ? `${row.channel.name} (${row.alias ?? ''})`
                : `${row.channel.name} · ${translate(locale, `prices.columns.${row.party}`)}`,
            version: row.version === null ? null : { count: row.version },
            after: row.after,
            valid_from: { at: row.valid_from },
            set_by: row.set_by,
            before: row.before,
            customer: row.customer?.name ?? null,
            agreed_by: row.agreed_by,
            reason: row.reason,
            failure: row.failure,
          };
        }),
      };
    },
  });
};
