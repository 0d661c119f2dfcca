import { queueNames } from '@suanpan/contract/endpoints/operate';
import type { WithdrawalStatus } from '@suanpan/domain/states/withdrawal';
import type { DepositRow } from '@suanpan/contract/endpoints/deposits';
import type { Notification } from '@suanpan/contract/endpoints/notifications';
import type { ApprovalActName, ApprovalState } from '@suanpan/domain/approvals';
import type { AuditFindingName } from '@suanpan/domain/audit/findings';
import { translate } from '@suanpan/messages/translate';
import type { Locale } from '@suanpan/messages/locale';
import type { NoticeLevel, NoticeType } from './notice.ts';
import type { NotificationRow } from './notifications.queries.ts';

const colors: Readonly<Record<NoticeLevel, string>> = { info: 'blue', warning: 'orange', danger: 'red' };

/** A notification in the reader's language, from the words of its type. */
export function presentNotification(row: NotificationRow, locale: Locale): Notification {
  return {
    id: String(row.id),
    type: row.type,
    msgType: row.msg_type,
    sound: row.sound,
    read_at: row.read_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    about: aboutOf(row),
    data: {
      message: {
        title: titleOf(row, locale),
        content: contentOf(row, locale),
        color: row.params['color'] ?? colors[row.level],
        level: row.level,
      },
    },
  };
}

/** Kinds that are about one thing, and the value that names it. */
const subjects: Readonly<
  Partial<Record<NoticeType, readonly ['collection' | 'payout' | 'approval', string]>>
> = {
  CallbackFailed: ['collection', 'no'],
  AmountMismatch: ['collection', 'no'],
  AbnormalOrder: ['collection', 'no'],
  NewCollectionNotification: ['collection', 'no'],
  AbnormalPayout: ['payout', 'no'],
  VerifyFailed: ['payout', 'no'],
  ApprovalWaiting: ['approval', 'id'],
  ApprovalEnded: ['approval', 'id'],
};

function aboutOf({ type, params }: NotificationRow): Notification['about'] {
  if (type === 'WatchFired' && params['list'] !== undefined) {
    // Written by `lookAtWatches` alone, of a search that was checked when it was kept.
    const search = JSON.parse(params['search'] ?? '{}') as Record<string, string | string[]>;
    return { kind: 'list', id: params['list'], search };
  }
  // Two kinds are about things of several kinds, and say themselves of which.
  const rung = type === 'NewPaymentNotification' || type === 'CallbackFailed' ? params['kind'] : undefined;
  const [kind, name] =
    rung === 'payout' || rung === 'withdrawal' ? ([rung, 'no'] as const) : (subjects[type] ?? []);
  const id = name === undefined ? undefined : params[name];
  return kind === undefined || id === undefined ? null : { kind, id };
}

/** A broadcast is in the words of whoever wrote it; all else in those of its kind. */
function titleOf({ params, type }: NotificationRow, locale: Locale): string {
  const own = type === 'Broadcast' ? params['title'] : undefined;
  return own ?? translate(locale, `notifications.kinds.${type}`);
}

function contentOf({ type, params }: NotificationRow, locale: Locale): string {
  switch (type) {
    case 'CallbackFailed':
      return translate(
        locale,
        params['result'] === 'invalid_url'
          ? 'notifications.texts.callbackAddress'
          : 'notifications.texts.callbackFailed',
        params,
      );
    case 'CallbackPaused':
      return translate(locale, 'notifications.texts.callbackPaused', params);
    case 'AmountMismatch':
      return translate(locale, 'notifications.texts.amountMismatch', params);
    case 'AbnormalOrder':
      return translate(locale, 'notifications.texts.abnormalOrder', {
        ...params,
        reason: reasonOf(params['reason'] ?? '', locale),
      });
    case 'AbnormalPayout':
      return translate(locale, 'notifications.texts.abnormalOrder', {
        ...params,
        reason: payoutReasonOf(params['reason'] ?? '', locale),
      });
    case 'NewPaymentNotification':
      return translate(locale, 'notifications.texts.newPayment', {
        ...params,
        kind: translate(
          locale,
          params['kind'] === 'withdrawal' ? 'audit.kinds.withdrawal' : 'audit.kinds.payout',
        ),
      });
    case 'WithdrawalEnded':
      return translate(locale, 'notifications.texts.withdrawalEnded', {
        ...params,
        status: translate(locale, `withdrawals.status.${params['status'] as WithdrawalStatus}`),
      });
    case 'NewDeposit':
      return translate(locale, 'notifications.texts.newDeposit', params);
    case 'DepositContested':
      return translate(locale, 'notifications.texts.depositContested', params);
    case 'DepositEnded':
      return translate(locale, 'notifications.texts.depositEnded', {
        ...params,
        status: translate(locale, `funds.depositStatus.${params['status'] as DepositRow['status']}`),
      });
    case 'ReconciliationDiffers':
      return translate(locale, 'notifications.texts.reconciliationDiffers', params);
    case 'BalanceLow':
      return translate(locale, 'notifications.texts.balanceLow', params);
    case 'PriceRefused':
      return translate(locale, 'notifications.texts.priceRefused', params);
    case 'ChannelTripped':
      return translate(locale, 'notifications.texts.channelTripped', params);
    case 'ChannelMaintenance':
      return translate(locale, 'notifications.texts.channelMaintenance', params);
    case 'ChannelBack':
      return translate(locale, 'notifications.texts.channelBack', params);
    case 'FeeInversion':
      return translate(locale, 'notifications.texts.feeInversion', params);
    case 'VerifyFailed':
      return translate(locale, 'notifications.texts.verifyFailed', params);
    case 'SettlementDone':
      return translate(locale, 'notifications.texts.settlementDone', params);
    case 'AlertFired':
      return alertOf(params, locale);
    case 'WatchFired':
      return translate(locale, 'notifications.texts.watchFired', params);
    case 'BalanceCheckFailed':
      return translate(locale, 'notifications.texts.balanceCheckFailed', params);
    case 'NoticeRefused':
      return translate(locale, 'notifications.texts.noticeRefused', params);
    case 'NewCollectionNotification':
      return translate(locale, 'notifications.texts.newCollection', params);
    case 'LoginFromNewIp':
      return translate(
        locale,
        params['what'] === 'browser'
          ? 'notifications.texts.loginInNewBrowser'
          : 'notifications.texts.loginFromNewIp',
        params,
      );
    case 'SecurityChanged':
      return changeOf(params, locale);
    case 'AuditVerified':
      return translate(locale, 'notifications.texts.auditVerified', params);
    case 'AuditBroken':
      return translate(locale, 'notifications.texts.auditBroken', {
        finding: translate(locale, `audit.findings.${params['finding'] as AuditFindingName}`, params),
      });
    case 'AdminRecovery':
      return recoveryOf(params, locale);
    case 'Broadcast':
      return params['content'] ?? '';
    case 'ApprovalWaiting':
      return translate(locale, 'notifications.texts.approvalWaiting', {
        act: actOf(params, locale),
        subject: params['subject'] ?? '',
      });
    case 'ApprovalEnded':
      return translate(locale, 'notifications.texts.approvalEnded', {
        act: actOf(params, locale),
        state: translate(locale, `approvals.states.${params['state'] as ApprovalState}`),
      });
    case 'ExportCompleted':
      // The browser takes the content as the file's name and offers the download.
      return params['file'] ?? '';
  }
}

/** Why people must look at a payout. */
const payoutReasons = [
  'amount_changed',
  'failed_after_paid',
  'paid_after_rejected',
  'paid_elsewhere',
  'reference_reused',
  'returned_unbooked',
  'unknown_to_provider',
] as const;

function payoutReasonOf(reason: string, locale: Locale): string {
  const known = payoutReasons.find((each) => each === reason);
  return known === undefined ? reason : translate(locale, `notifications.payoutReasons.${known}`);
}

/** Why people must look at an order. */
const reasons = [
  'moneyHeld',
  'reversed',
  'failed_after_success',
  'charged_back',
  'charged_back_after_refund',
  'releaseFailed',
  'paid_elsewhere',
  'paid_twice',
  'unknown_to_provider',
  'amount_changed',
  'reference_reused',
  'no_clear_answer',
] as const;

function reasonOf(reason: string, locale: Locale): string {
  const known = reasons.find((name) => name === reason);
  return known === undefined ? reason : translate(locale, `notifications.reasons.${known}`);
}

const recoveries = ['announced', 'done', 'cancelled'] as const;

function recoveryOf(params: NotificationRow['params'], locale: Locale): string {
  const state = recoveries.find((name) => name === params['state']);
  return state === undefined ? '' : translate(locale, `notifications.recoveries.${state}`, params);
}

/** Everything that guards an account, each with a sentence of its own. */
const changes = [
  'password',
  'paymentPassword',
  'twoFactorBound',
  'twoFactorReset',
  'ipAllowlist',
  'createKey',
  'rotateKey',
  'revokeKey',
  'updateIps',
  'updateWebhook',
] as const;

function changeOf(params: NotificationRow['params'], locale: Locale): string {
  const change = changes.find((name) => name === params['change']);
  return change === undefined ? '' : translate(locale, `notifications.changes.${change}`, params);
}

function actOf(params: NotificationRow['params'], locale: Locale): string {
  return translate(locale, `approvals.acts.${params['act'] as ApprovalActName}`);
}

/** A rule of the product has its name from the words; a queue is called as on its own desk. */
function alertOf(params: Readonly<Record<string, string>>, locale: Locale): string {
  const { label = '', metric, shipped = '' } = params;
  const queue = queueNames.find((name) => name === label);
  return translate(locale, 'notifications.texts.alertFired', {
    ...params,
    name:
      shipped === '' ? (params['name'] ?? '') : translate(locale, `alerts.shipped.${shipped as 'newsAge'}`),
    label: queue === undefined ? label : translate(locale, `operate.queues.names.${queue}`),
    unit: translate(locale, `alerts.units.${metric as 'balance'}`),
    bound: translate(locale, `alerts.bounds.${params['bound'] as 'under'}`),
  }).replaceAll(/ {2,}/g, ' ');
}
