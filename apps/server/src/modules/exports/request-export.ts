import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { ExportRow, requestExport as endpoint } from '@suanpan/contract/endpoints/exports';
import { Refusal } from '@suanpan/domain/errors';
import { exportedList } from '@suanpan/domain/exports/kinds';
import type { ExportFormat, ExportKind } from '@suanpan/domain/exports/kinds';
import { translate } from '@suanpan/messages/translate';
import {
  defaultRegion,
  exportKeptBytesPerTenant,
  exportsKeptPerTenant,
  exportsKeptPerUser,
  exportsRunningPerUser,
} from '@suanpan/domain/limits';
import { businessNow } from '../../platform/clock.ts';
import { randomToken } from '../../platform/crypto/tokens.ts';
import { afterCommit } from '../../platform/db/transact.ts';
import type { KeyedContext } from '../../platform/http/actor.ts';
import type { Locale } from '../../platform/http/locale.ts';
import { audit } from '../audit/index.ts';
import { presentExport } from './exports.present.ts';
import type { ExportsRoom } from './exports-deps.ts';
import { insertExport, lockKept, peopleFields } from './exports.store.ts';
import { requireExport, shelfOf } from './may-export.ts';
import { readFilter } from './read-filter.ts';
import { regionTimeText } from '@suanpan/domain/region-day';

export type ExportOrder = ParsedInputOf<typeof endpoint>;
/** What is known of whoever orders one; a request has all of it. */
export type Orderer = Pick<KeyedContext, 'actor' | 'locale' | 'ip' | 'userAgent' | 'requestId' | 'once'>;

/**
 * Puts an export into the queue. Idempotent on the caller's key. Throws `forbidden`, `invalidFields`,
 * `exportTooLarge` beyond seven days, `exportLimitReached` beyond three at once, and `exportsFull` while he or his house
 * keeps as many files, or as much, as it may.
 */
export async function requestExport(
  room: ExportsRoom,
  orderer: Orderer,
  order: ExportOrder,
): Promise<ExportRow> {
  const { actor, locale } = orderer;
  requireExport(actor, order.kind);
  const list = room.lists.get(order.kind);
  if (list === undefined) throw new Error(`No module exports ${order.kind}`);
  readFilter(list, order.filter, locale);
  const filter = list.keep?.(order.filter) ?? order.filter;
  const columns = chooseColumns(order, locale);
  return orderer.once(async (tx) => {
    const kept = await lockKept(tx, actor.userId);
    if (kept.running >= exportsRunningPerUser) {
      throw new Refusal('exportLimitReached', { params: { max: String(exportsRunningPerUser) } });
    }
    if (
      kept.own >= exportsKeptPerUser ||
      kept.files >= exportsKeptPerTenant ||
      kept.bytes >= exportKeptBytesPerTenant
    ) {
      throw new Refusal('exportsFull');
    }
    const job = await insertExport(tx, {
      ...shelfOf(actor),
      tenantId: kept.tenant_id,
      sessionId: actor.sessionId,
      kind: order.kind,
      filter,
      columns,
      format: order.format,
      locale,
      region: defaultRegion,
      file: fileName(order.kind, order.format, await businessNow(tx)),
    });
    await audit(tx, orderer, {
      act: 'export.request',
      objectKind: 'export',
      objectId: String(job.id),
      after: { kind: order.kind, format: order.format, columns, filter: withoutPeople(filter) },
    });
    afterCommit(tx, room.wake);
    return presentExport(job, locale);
  });
}

/** Only columns of the list, each once, in the order that was asked for. */
function chooseColumns({ kind, columns: wanted }: ExportOrder, locale: Locale): readonly string[] {
  const known = Object.keys(exportedList(kind).columns);
  if (wanted === undefined) return known;
  const isWrong = wanted.some((name, index) => !known.includes(name) || wanted.indexOf(name) !== index);
  if (isWrong) {
    const says = translate(locale, 'common.validation.choice');
    throw new Refusal('invalidFields', { fields: { columns: [says] } });
  }
  return wanted;
}

/** Letters and digits alone, so that it stands unchanged in an address, in a header and in a list. */
function fileName(kind: ExportKind, format: ExportFormat, at: Date): string {
  const opaque = randomToken(40).replaceAll(/[-_]/g, '').slice(0, 32);
  const day = regionTimeText(at).slice(0, 10).replaceAll('-', '');
  return `${opaque}-${kind}-${day}.${format}`;
}

/** Neither people nor their accounts are named in the record of who exported what. */
function withoutPeople(filter: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, peopleFields.includes(name) ? '***' : value]),
  );
}
