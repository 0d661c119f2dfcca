import type { Permission } from '../access/permissions.ts';
import type { ErrorName } from '../errors.ts';

/** Acts of the log that are no permission: what people do to themselves, and what the system does. */
export const ownActs = [
  'admin.create',
  'admin.recover',
  'admin.recoverAnnounce',
  'admin.recoverCancel',
  'approval.expire',
  'approval.submit',
  'approval.withdraw',
  'approvals.fourEyesOff',
  'audit.acceptRestore',
  'callbacks.resume',
  'channel.state',
  'clock.move',
  'collection.askFor',
  'collection.cancel',
  'collection.chargeBack',
  'collection.claimPaid',
  'collection.close',
  'collection.create',
  'collection.expire',
  'collection.markAbnormal',
  'collection.mismatch',
  'collection.namePayer',
  'collection.plan',
  'collection.refund',
  'collection.release',
  'collection.releaseAside',
  'collection.releaseEmpty',
  'collection.setAside',
  'collection.settle',
  'collection.supplyTest',
  'demo.seed',
  'early.release',
  'event.redeliver',
  'export.complete',
  'export.download',
  'export.fail',
  'export.request',
  'firewall.ban',
  'freeze.end',
  'ipAllowlist.update',
  'ledger.point',
  'password.change',
  'password.link',
  'password.set',
  'paymentPassword.change',
  'paymentPassword.set',
  'payout.askReturn',
  'payout.attempt',
  'payout.cancel',
  'payout.dispatch',
  'payout.paid',
  'payout.paidByHand',
  'payout.paidLate',
  'payout.reject',
  'payout.reroute',
  'payout.reverify',
  'payout.reverse',
  'payout.send',
  'payout.submit',
  'payout.unknown',
  'payout.verified',
  'payout.verifyFailed',
  'price.set',
  'profile.update',
  'rate.set',
  'receipt.arrive',
  'receivable.repay',
  'secrets.reseal',
  'session.end',
  'session.revoke',
  'session.start',
  'threshold.set',
  'twoFactor.bind',
  'twoFactor.change',
  'twoFactor.startChange',
  'withdrawal.expire',
  'collections.deposit.slip',
  'withdraws.list.slip',
] as const;

/**
 * Refusals of authority (reliability §7.7), by their name: no right, beyond one's owner or one's own submission, a wrong
 * proof of who one is, what is absent, since it may be somebody else's, and a session that is there and not to be used.
 */
export const refusalActs = [
  'agentOnly',
  'cannotActOnYourself',
  'enterPremiumProxyId',
  'forbidden',
  'impersonationForbidden',
  'ipNotAllowed',
  'manualBalanceNotAllowed',
  'manualPayoutNotAllowed',
  'notFound',
  'notImpersonable',
  'ownSubmission',
  'permissionBeyondOwner',
  'sessionEnded',
  'wrongPassword',
  'wrongPaymentPassword',
  'wrongTwoFactorCode',
] as const satisfies readonly ErrorName[];
export type RefusalAct = (typeof refusalActs)[number];

/** The same of a merchant's calls: nobody of the back office is there. */
export const merchantRefusalActs = [
  'merchant.badSignature',
  'merchant.foreignAddress',
  'merchant.nonceReused',
  'merchant.notFound',
  'merchant.scopeDenied',
  'merchant.unknownKey',
] as const;

/** Calls that were turned away. */
export const denialActs = [...refusalActs, ...merchantRefusalActs] as const;
export type DenialAct = (typeof denialActs)[number];

/** People and addresses that a list keeps out. */
type ListAct = 'addressBlocked' | 'blockedPayer';

export type OwnAct = (typeof ownActs)[number] | DenialAct | ListAct;

/** Everything that may stand in the log as an act; whatever is not here has no word and does not compile. */
export type AuditAct = Permission | OwnAct;

/** What an act is done to. */
export const auditKinds = [
  'agentChannel',
  'apiKey',
  'approval',
  'approvalPolicy',
  'audit',
  'block_entry',
  'branding',
  'broadcast',
  'call',
  'channel',
  'channelModel',
  'channelSwap',
  'clock',
  'collection',
  'collectionSetting',
  'deposit',
  'exchangeRate',
  'export',
  'failedJob',
  'firewall_rule',
  'incomeDrawing',
  'installation',
  'logo',
  'payee',
  'payerCard',
  'payout',
  'payoutBatch',
  'payoutSetting',
  'plan',
  'provider',
  'receipt',
  'reverseCheck',
  'privateTransfer',
  'role',
  'session',
  'shadowGrant',
  'slip',
  'upstreamKey',
  'user',
  'webhookEndpoint',
  'withdrawAccount',
  'withdrawal',
  'withdrawFee',
  'withdrawRule',
] as const;

export type AuditKind = (typeof auditKinds)[number];
