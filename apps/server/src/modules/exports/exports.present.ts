import type { ExportRow } from '@suanpan/contract/endpoints/exports';
import { translate } from '@suanpan/messages/translate';
import { countOf } from '../../platform/db/count-of.ts';
import type { Locale } from '../../platform/http/locale.ts';
import type { ExportJob } from './exports.queries.ts';

export function presentExport(job: ExportJob, locale: Locale): ExportRow {
  return {
    id: String(job.id),
    file: job.file,
    kind: job.kind,
    format: job.format,
    status: job.status,
    progress: job.progress,
    rows: job.row_count === null ? null : countOf(job.row_count),
    bytes: job.bytes === null ? null : countOf(job.bytes),
    created_at: job.created_at.toISOString(),
    expires_at: job.expires_at?.toISOString() ?? null,
    ...(job.error !== null && { error: translate(locale, `exports.errors.${job.error}`) }),
  };
}
