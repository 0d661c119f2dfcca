import { requestLog } from '@suanpan/contract/endpoints/request-log';
import type { Locale } from '@suanpan/messages/locale';
import { translate, wordOfName } from '@suanpan/messages/translate';
import { exportList, pageOf } from '../../../platform/export-list.ts';
import { askedOf, presentRequest } from './ask-requests.ts';
import { countRequests, listRequests } from './request-log.queries.ts';

const everyRow = 1_000_000_000;

/** The log of requests as a file, without what was said. */
export const requestLogExport = exportList({
  kind: 'admin.log',
  filter: requestLog.input.omit({ page: true, paginate: true, cursor: true }).strict(),
  async count({ actor, db, locale }, asked) {
    const { filter, since } = await askedOf(db.reports, actor.scope, locale, asked);
    return countRequests(db.reports, filter, since, everyRow);
  },
  async read({ actor, db, locale }, asked, { after, limit }) {
    const { filter, since } = await askedOf(db.reports, actor.scope, locale, asked);
    const question = { ...filter, ...(after !== null && { after }) };
    const rows = await listRequests(db.reports, question, since, { offset: 0, limit });
    return pageOf(
      rows,
      limit,
      (row) => {
        const shown = presentRequest(row);
        return {
          at: { at: shown.at },
          direction: translate(locale, `requests.directions.${shown.direction}`),
          who: shown.who ?? translate(locale, 'requests.unnamed'),
          endpoint: endpointText(locale, shown),
          order_no: shown.order_no,
          http: shown.http === null ? null : { count: shown.http },
          outcome: outcomeText(locale, shown.outcome),
          ms: shown.ms === null ? null : { count: shown.ms },
          request_id: shown.request_id,
          ip: shown.ip,
        };
      },
      (row) => row.place,
    );
  },
});

type Row = ReturnType<typeof presentRequest>;

/** What was called, by whoever speaks there: an act of a provider, an event of ours, or the path itself. */
function endpointText(locale: Locale, { direction, endpoint }: Row): string {
  switch (direction) {
    case 'provider_out':
      return wordOfName(locale, 'orders.providerLog.operations', endpoint);
    case 'callback_out': {
      const word = wordOfName(locale, 'orders.callbackLog.events', endpoint.replace('.', '_'));
      return word.includes('_') ? endpoint : word;
    }
    case 'provider_in':
      return translate(locale, 'requests.notice');
    case 'merchant_in':
      return endpoint;
  }
}

/** What came of it in the words of its own side; a merchant's refusal by its name in the API. */
function outcomeText(locale: Locale, outcome: string): string {
  const own = wordOfName(locale, 'requests.outcomes', outcome);
  return own === outcome ? wordOfName(locale, 'orders.providerLog.outcomes', outcome) : own;
}
