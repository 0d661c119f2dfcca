import {
  deleteExport,
  downloadTicket,
  exportsList,
  requestExport,
} from '@suanpan/contract/endpoints/exports';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { transact } from '../../platform/db/transact.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { RequestContext } from '../../platform/http/actor.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { answerPage, page } from '../../platform/http/page.ts';
import { audit } from '../audit/index.ts';
import type { ExportsRoom } from './exports-deps.ts';
import { presentExport } from './exports.present.ts';
import { countExports, listExports } from './exports.queries.ts';
import { removeExport } from './exports.store.ts';
import { issueTicket } from './fetch-file.ts';
import { shelfOf } from './may-export.ts';
import { requestExport as request } from './request-export.ts';
import { tell } from './write-export.ts';

/** Ordering, listing and removing one's own exports, and the address for one download. */
export function bindExports(app: Http, room: ExportsRoom): void {
  bindEndpoints(
    app,
    { exportsList, requestExport, deleteExport, downloadTicket },
    {
      async exportsList({ actor, locale }, input) {
        const [rows, total] = await Promise.all([
          listExports(room.db.app, shelfOf(actor), page(input)),
          countExports(room.db.app, shelfOf(actor)),
        ]);
        const items = rows.map((row) => presentExport(row, locale));
        return answerPage(input, { items, total, summary: {} });
      },
      requestExport: (context, input) => request(room, context, input),
      async deleteExport(context, { id }) {
        await remove(room, context, id);
        return {};
      },
      downloadTicket: async ({ actor }, { file }) => ({ url: await issueTicket(room, actor, file) }),
    },
  );
}

async function remove(room: ExportsRoom, context: RequestContext, id: string): Promise<void> {
  const { actor } = context;
  if (!isId(id)) throw new Refusal('notFound');
  const job = await transact(room.db.app, async (tx) => {
    const removed = await removeExport(tx, actor.userId, BigInt(id));
    if (removed === undefined) throw new Refusal('notFound');
    await audit(tx, context, {
      act: 'downloadPage.delete',
      objectKind: 'export',
      objectId: id,
      before: { kind: removed.kind, file_rows: removed.row_count },
    });
    return removed;
  });
  await room.folder.remove(job);
  // One that was stopped has not failed: it is gone.
  tell(room, { ...job, status: 'expired' });
}
