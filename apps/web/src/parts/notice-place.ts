import type { Notification } from '@suanpan/contract/endpoints/notifications';
import type { RouteName } from '@suanpan/domain/access/permissions';

/** Where the matter of a notice is seen to; kinds without a screen of their own lead nowhere. */
const places: Readonly<Partial<Record<string, { readonly route: RouteName; readonly query?: string }>>> = {
  ApprovalWaiting: { route: 'admin.approvals' },
  ApprovalEnded: { route: 'admin.approvals', query: '?state=all' },
  AuditVerified: { route: 'admin.operationLogs' },
  AuditBroken: { route: 'admin.operationLogs' },
  ExportCompleted: { route: 'downloadPage' },
};

/** Below `#`, for whoever may open it. */
export function placeOfNotice(
  { type }: Notification,
  mayOpen: (permission: `${RouteName}.get`) => boolean,
): string | null {
  const place = places[type];
  if (place === undefined || !mayOpen(`${place.route}.get`)) return null;
  return `/wrap/${place.route}${place.query ?? ''}`;
}
