import type { Notification } from '@suanpan/contract/endpoints/notifications';
import type { RouteName } from '@suanpan/domain/access/permissions';
import { watchKinds } from '@suanpan/domain/exports/watch-kinds';
import { idOfOrderNo } from '@suanpan/domain/ids';
import { watchPlace } from './watch/watch-place.ts';

interface Place {
  readonly route: RouteName;
  readonly query?: string;
}

/** Where kinds that are about no single thing are seen to; those without a screen of their own lead nowhere. */
const places: Readonly<Partial<Record<string, Place>>> = {
  ApprovalWaiting: { route: 'admin.approvals' },
  ApprovalEnded: { route: 'admin.approvals' },
  NewDeposit: { route: 'collections.deposit' },
  DepositContested: { route: 'collections.deposit' },
  DepositEnded: { route: 'collections.deposit' },
  WithdrawalEnded: { route: 'withdraws.list' },
  CallbackPaused: { route: 'callbacks', query: '?part=addresses' },
  AuditVerified: { route: 'admin.operationLogs' },
  AuditBroken: { route: 'admin.operationLogs' },
  LoginFromNewIp: { route: 'settings.personal' },
  SecurityChanged: { route: 'settings.personal' },
  BalanceLow: { route: 'payment.balance' },
  PriceRefused: { route: 'users.list' },
  ChannelTripped: { route: 'collectionMethod.customers' },
  ChannelBack: { route: 'collectionMethod.customers' },
  ChannelMaintenance: { route: 'collectionMethod.customers' },
  FeeInversion: { route: 'collectionMethod.customers' },
  AlertFired: { route: 'admin.operate' },
  BalanceCheckFailed: { route: 'admin.checkBalance' },
  ReconciliationDiffers: { route: 'admin.reconciliation', query: '?part=days' },
  SettlementDone: { route: 'accounting.changelogs' },
  ExportCompleted: { route: 'downloadPage' },
};

/** An order or an approval is found whatever became of it meanwhile. */
function placeOf({ type, about }: Notification): Place | undefined {
  switch (about?.kind) {
    case 'collection':
      return {
        route: 'collections.transactions',
        // Its drawer stands over today's orders, whenever it was made.
        query: `?open=${idOfOrderNo(about.id)}`,
      };
    case 'payout':
      return { route: 'payment.transactions', query: `?open=${idOfOrderNo(about.id)}` };
    case 'withdrawal':
      return { route: 'withdraws.list', query: `?no=${about.id}` };
    case 'approval':
      return { route: 'admin.approvals', query: `?open=${about.id}` };
    case 'list': {
      const route = watchKinds.find((kind) => kind === about.id);
      return route && watchPlace(route, about.search ?? {});
    }
    case undefined:
      return places[type];
  }
}

/** Below `#`, for whoever may open it. */
export function placeOfNotice(
  notice: Notification,
  mayOpen: (permission: `${RouteName}.get`) => boolean,
): string | null {
  const place = placeOf(notice);
  if (place === undefined || !mayOpen(`${place.route}.get`)) return null;
  return `/wrap/${place.route}${place.query ?? ''}`;
}
