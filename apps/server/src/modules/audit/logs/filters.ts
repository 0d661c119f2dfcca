import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { loginLogs, operationLogs } from '@suanpan/contract/endpoints/audit';
import type { LoginFilter } from './login-logs.queries.ts';
import type { AuditFilter } from './operation-logs.queries.ts';

type Paging = 'page' | 'paginate' | 'cursor';

/** What the log of operations was asked for, by its list or by an export of it. */
export function operationFilter(input: Omit<ParsedInputOf<typeof operationLogs>, Paging>): AuditFilter {
  return {
    ...(input.actor && { actor: input.actor }),
    ...(input.act && { act: input.act }),
    ...(input.object_kind && { objectKind: input.object_kind }),
    ...(input.object_id && { objectId: input.object_id }),
    ...(input.outcome && { outcome: input.outcome }),
    ...(input.by && { by: input.by }),
    ...(input.ip && { ip: input.ip }),
    ...(input.request_id && { requestId: input.request_id }),
    ...spanOf(input),
  };
}

/** The same for the log of sign-ins. */
export function loginFilter(input: Omit<ParsedInputOf<typeof loginLogs>, Paging>): LoginFilter {
  return {
    ...(input.username && { username: input.username }),
    ...(input.ip && { ip: input.ip }),
    ...(input.outcome && { outcome: input.outcome }),
    ...spanOf(input),
  };
}

function spanOf(input: { from?: string | undefined; to?: string | undefined }): { from?: Date; to?: Date } {
  return {
    ...(input.from !== undefined && { from: new Date(input.from) }),
    ...(input.to !== undefined && { to: new Date(input.to) }),
  };
}
