import { approvalActNames } from '@suanpan/domain/approvals';
import type { ApprovalActName } from '@suanpan/domain/approvals';
import type { Endpoint } from '@suanpan/contract/endpoint';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../database.ts';
import { createTenant } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';
import { needsNobody } from './needs-nobody.ts';
import { readContract } from './read-contract.ts';

// Which dangerous calls wait for a second person, and why the others do not. A new call that takes a proof of who one is, or
// may wait, has to be put into one of the lists; a new act has to name the calls that submit it.

/** By act, the calls that submit it. */
const waits: Readonly<Record<ApprovalActName, readonly string[]>> = {
  'approvals.changeThreshold': ['POST /admin/approvals/policy'],
  'roles.update': ['PUT /roles/{id}'],
  'access.grant': ['PUT /authority/users/{id}'],
  'access.grantOwnSub': ['PUT /subAuthority/users/{id}'],
  'managers.create': ['POST /manage/managers'],
  'users.grant': ['PUT /users/{id}/permissions'],
  'users.grantOwnSub': ['PUT /users/{id}/permissions'],
  'users.grantStaff': ['PUT /users/{id}/permissions'],
  'users.grantMerchantSub': ['PUT /users/{id}/permissions'],
  // What gives a merchant his money sooner; all else of an edit is done at once.
  'users.settleSooner': ['PATCH /users/{id}'],
  'users.confirmPerson': ['POST /users/{id}/person'],
  'payouts.reverseCheck': ['PUT /settings/audit'],
  'payouts.markPaid': ['POST /payment/transactions/{id}/markPaid'],
  'payouts.notSent': ['POST /payment/transactions/{id}/notSent'],
  'withdrawals.markPaid': ['POST /withdraws/list/{id}/approve'],
  'withdrawals.reverse': ['POST /withdraws/list/{id}/reverse'],
  'withdrawals.free': ['POST /withdraws/list/{id}/update'],
  // More that one person may approve alone; all else of a rule is set at once.
  'withdrawals.raiseCeiling': ['PUT /withdraws/config', 'PUT /withdraws/setting/{id}'],
  'rates.set': ['POST /settings/currency_rate'],
  'channels.swap': ['POST /collection_method/customer_models_change'],
  'channels.undoSwap': ['POST /collection_method/customer_models_change/{id}/undo'],
  'prices.setCollection': ['PUT /rates/matrix'],
  'prices.setPayout': ['PUT /rates/matrix'],
  // A first price, also of a channel that was taken away before.
  'prices.firstCollection': ['POST /collection_method/customers'],
  'prices.firstPayout': ['POST /payment_method/customers'],
  // A loss that was not allowed; all else is set at once.
  'prices.allowLoss': ['PUT /collection_method/customers/{id}'],
  // Prices that a merchant has not got; limits are set at once.
  'prices.modelCollection': ['PUT /collection_method/customer_models'],
  'prices.modelPayout': ['PUT /payment_method/customer_models'],
  'collections.refund': [
    'POST /collection/transactions/{id}/refund',
    'POST /collection/transactions/bulkRefund',
  ],
  'collections.chargeBack': ['POST /collection/revert/chargeBack'],
  'collections.chargeBackWon': ['POST /collection/revert/{id}/winBack'],
  'collections.supply': ['POST /collection/transactions/{id}/supply'],
  'receipts.match': ['POST /claimOrder/{id}/match'],
  'receipts.sendBack': ['POST /claimOrder/{id}/sendBack'],
  'receipts.restore': ['POST /claimOrder/{id}/restore'],
  'receipts.import': ['POST /claimOrder/files/{id}/take'],
  'keys.create': ['POST /apiKeys'],
  'keys.rotate': ['POST /apiKeys/{id}/rotate'],
  'keys.widen': ['PUT /apiKeys/{id}/ipAllowlist'],
  'users.editFrozen': ['POST /users/{id}/frozen'],
  'users.editSettleable': ['POST /users/{id}/settleable'],
  // What is settled early is a part of what becomes settleable.
  'users.settleEarly': ['POST /users/{id}/settleable'],
  'funds.fund': ['POST /cashManagement3/fund'],
  'channels.create': ['POST /methods'],
  // Another price; all else of a channel is set at once.
  'channels.change': ['PUT /methods/{id}'],
  'reconciliation.receipt': ['POST /reconciliation/differences/{id}/resolve'],
  'reconciliation.writeOff': ['POST /reconciliation/differences/{id}/resolve'],
  'reconciliation.dismiss': ['POST /reconciliation/differences/{id}/resolve'],
  'collectionKeys.create': ['POST /admin/agent_collection_key'],
  'collectionKeys.update': ['PUT /admin/agent_collection_key/{id}'],
  'collectionKeys.rotate': ['POST /admin/agent_collection_key/{id}/rotate'],
  'collectionKeys.settle': ['POST /admin/agent_collection_key/{id}/settle'],
  'payoutKeys.create': ['POST /admin/agent_payment_key'],
  'payoutKeys.update': ['PUT /admin/agent_payment_key/{id}'],
  'payoutKeys.rotate': ['POST /admin/agent_payment_key/{id}/rotate'],
  'payoutKeys.settle': ['POST /admin/agent_payment_key/{id}/settle'],
  'collectionAgents.open': ['POST /collection_method/agents'],
  // Another price; switching it on and off is done at once.
  'collectionAgents.systemFee': ['PUT /collection_method/agents/{agent_id}/{channel_id}'],
  'payoutAgents.open': ['POST /payment_method/agents'],
  'payoutAgents.systemFee': ['PUT /payment_method/agents/{agent_id}/{channel_id}'],
  'channels.prefund': ['POST /payment/balances/{id}/prefund'],
  'income.draw': ['POST /accounting/systemIncomewithdraws'],
  'income.exchange': ['POST /accounting/systemIncome/exchanges'],
  'funds.adjust': ['POST /cashManagement3/manualAdjustment'],
  'users.resetTwoFactor': ['POST /users/{id}/resetTwoFactor'],
  'users.resetOwnSubTwoFactor': ['POST /users/{id}/resetTwoFactor'],
  'users.resetStaffTwoFactor': ['POST /users/{id}/resetTwoFactor'],
  'users.resetMerchantSubTwoFactor': ['POST /users/{id}/resetTwoFactor'],
};

/** They are the second person's own, or take two persons by their own door. */
const decides: Readonly<Record<string, string>> = {
  'POST /admin/approvals/{id}/approve': 'it is the second person who says yes',
  'POST /payment/transactions/{id}/dispatch': 'payout_dispatch holds him against whoever submitted it',
  'POST /payment/apply/batches/{id}/dispatch':
    'payout_dispatch holds him against whoever submitted each of them',
  'POST /collection/revert/{id}/confirm': 'refund_confirm holds him against whoever asked for it or sent it',
  'POST /collection/revert/{id}/fail': 'refund_fail holds him against whoever asked for it or sent it',
  'POST /collection/deposits/{id}/approve': 'credit_deposit holds him against whoever applied',
  'POST /withdraws/apply/bank_acc/{id}/verify': 'judge_withdraw_account holds him against the owner’s house',
};

/** One person is enough, and why. */
const alone: Readonly<Record<string, string>> = {
  'DELETE /collection_method/agents/{agent_id}/{channel_id}': 'nobody may use it any more, and nobody did',
  'DELETE /payment_method/agents/{agent_id}/{channel_id}': 'nobody may use it any more, and nobody did',
  'PUT /payment_method/customers/{id}':
    'limits and switches: of payouts no loss is allowed, and a price is set elsewhere',
  'POST /payment/transactions/{id}/reject': 'nothing leaves, and the hold goes back',
  'POST /payment/transactions/{id}/switchChannel':
    'payee, amount and what the merchant pays stay as they are',
  'POST /payment/transactions/{id}/reverse': 'the provider is asked, and only what he says is booked',
  'POST /payment/transactions/{id}/transfer':
    'the chain is asked, and only what it tells of exactly this payout is booked',
  'POST /payment/transactions/{id}/reverify': 'it goes on waiting for whom it waited for',
  'POST /payment/transactions/{id}/reveal': 'nothing changes, and each look is in the log',
  'POST /collection/revert/{id}/send': 'what leaves is what was agreed to, by the way it came',
  'POST /collection/revert/{id}/retry': 'the same refund as was agreed to, reserved anew',
  'POST /collection/revert/{id}/close': 'the money is back already, and nothing moves',
  'DELETE /settings/currency_rate/{id}': 'what is in force stays',
  'DELETE /rates/matrix/versions/{id}': 'what is in force stays',
  'POST /reconciliation/days/{account}/{day}/close': 'nothing is posted, and nothing of the day is open',
  'POST /collection/create': 'money comes in by it, and none leaves',
  'POST /collection/transactions/{id}/abnormal': 'no money moves, and a payment that comes is seen',
  'POST /collection/transactions/bulk': 'no money moves, and a payment that comes is seen',
  'POST /collection/transactions/{id}/testSupply': 'tests have books of their own',
  'POST /collection/setting/unlockOrders': 'others decide again',
  'POST /admin/backup/{id}/ticket': 'what is fetched is encrypted, and its key stays on the machine',
  'PUT /admin/operate':
    'whoever stops the house at night stops it alone, and lifting a pause sends what was agreed to',
  'POST /admin/operate/jobs/{name}/run': 'what the clock does anyway, and nothing before its day',
  'PUT /admin/operate/archive': 'what moves can be found and acted on as before, and no money moves',
  'POST /admin/operate/unlockOrders': 'others decide again',
  'POST /admin/operate/clearCardUsage': 'a day’s use counts anew; the rules of velocity stand',
  'POST /payment/apply':
    'one’s own money by one’s own guard; the platform’s waits in the door for a second person',
  'POST /payment/apply/batches/{id}/submit':
    'each row waits in the door as a single one does, and a batch that counts too much waits whole',
  'POST /payment/payees': 'a kept payee rests for a day, and nothing is paid',
  'POST /payment/cards/{id}/clear': 'a day’s use counts anew; the rules of velocity stand',
  'POST /collection/setting/clearCardUsage': 'a day’s use of what receives counts anew; nothing leaves',
  'POST /payment/setting/clearCardUsage': 'a day’s use counts anew; the rules of velocity stand',
  'POST /payment/setting/unlockOrders': 'others decide again',
  'POST /accounting/systemIncome/collect': 'what he owes, from what he earned, and never more',
  'POST /cashManagement3/transfer': 'what he earned stays his own',
  'POST /collection/deposits/{id}/reject': 'no money moves',
  'POST /collection/deposits/{id}/cancel': 'no money moves',
  'POST /withdraws/apply/bank_acc': 'a new account rests, and the platform may keep it out',
  'POST /withdraws/apply': 'it is paid by others, and to an account that has rested',
  'POST /withdraws/list/{id}/reject': 'nothing leaves, and the hold goes back',
  'POST /withdraws/list/{id}/reveal': 'nothing changes, and each look is in the log',
  'DELETE /withdraws/setting/{id}': 'what the configuration lets through takes two persons where it is more',
  'POST /withdraws/setting/clearCardUsage': 'paying takes whom it took before',
  'PUT /settings/holidays': 'it opens and closes days, and moves no money',
  'POST /withdraws/fee': 'what is applied for later costs that, as it is shown before',
  'PUT /withdraws/fee/{id}': 'what is applied for later costs that, as it is shown before',
  'DELETE /withdraws/fee/{id}': 'what is applied for later costs that, as it is shown before',
  'POST /apiKeys/{id}/revoke': 'narrowing acts at once',
  'POST /apiKeys/webhookSecret/rotate': 'a new secret signs to the same address; a cool-down follows',
  'POST /apiKeys/legacySecret/rotate': 'a new secret signs to the same address; a cool-down follows',
  'POST /users/{id}/impersonate': 'who acts for another only looks',
  'POST /shadowUsers/grants': 'who acts for another only looks',
  'POST /users/self/password': 'of oneself; a cool-down follows',
  'POST /users/self/paymentPassword': 'of oneself; a cool-down follows',
  'POST /users/self/twoFactor/start': 'of oneself; a cool-down follows',
  'POST /users/self/twoFactor': 'of oneself; a cool-down follows',
  'PUT /users/self/ipAllowlist': 'of oneself',
};

const base = await testDatabase();
const contract = await readContract();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant(base, {
    provider: { origin: 'http://127.0.0.1:1', merchantNo: 'm', secret: 's' },
  });
});

const shapeOf = (schema: z.ZodType): string =>
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
const proves = ({ input }: Endpoint): boolean => shapeOf(input).includes('"one_code"');
const mayWait = ({ output }: Endpoint): boolean => shapeOf(output).includes('"waiting"');
const submitting = new Set(Object.values(waits).flat());

describe('every dangerous call', () => {
  test('stands in one of the lists, and nothing else does', () => {
    const dangerous = [...contract].filter(([, each]) => proves(each) || mayWait(each)).map(([call]) => call);
    // A list of what waits shows it, and submits nothing.
    const listed = [...submitting, ...Object.keys(decides), ...Object.keys(alone)];
    expect(dangerous.filter((call) => !call.startsWith('GET ')).toSorted()).toEqual(listed.toSorted());
    expect(new Set(listed).size).toBe(listed.length);
  });

  test('is one of these; each other call that writes says why it needs nobody', () => {
    const others = [...contract]
      .filter(([call, each]) => !call.startsWith('GET ') && !proves(each) && !mayWait(each))
      .filter(([, { access, whileActing }]) => !('public' in access) && whileActing !== 'allowed')
      .map(([call]) => call)
      .filter((call) => !submitting.has(call));
    expect(others.toSorted()).toEqual(Object.keys(needsNobody).toSorted());
  });

  test('that submits an act may answer that it waits', () => {
    for (const call of submitting) {
      const endpoint = contract.get(call);
      const isKey = call.includes('/apiKeys');
      expect([
        call,
        endpoint && (mayWait(endpoint) || (isKey && shapeOf(endpoint.output).includes('approval_id'))),
      ]).toEqual([call, true]);
    }
  });
});

describe('the database', () => {
  test.each(approvalActNames)('agrees to %s by another human alone, whoever writes it', async (act) => {
    const [maker, other] = [await tenant.user('admin'), await tenant.user('admin')];
    const twin = await tenant.user('admin', { made_by: maker });
    const { rows } = await base.database.pool.query<{ id: bigint }>(
      `INSERT INTO approval (act, subject_kind, subject_id, subject_label, payload, payload_hash, effect, effect_hash, reason,
         maker_id, maker_person, created_at, expires_at)
       VALUES ($1, 'user', '1', 'x', '{}', 'x', '{}', 'x', 'x', $2, $2, now(), now() + interval '1 day') RETURNING id`,
      [act, maker],
    );
    const decide = (checker: bigint) =>
      base.database.pool.query(
        "UPDATE approval SET checker_id = $2, checker_person = $3, state = 'approved', decided_at = now() WHERE id = $1",
        [rows[0]?.id, checker, other],
      );
    await expect(decide(maker)).rejects.toMatchObject({ code: '23514' });
    await expect(decide(twin)).rejects.toMatchObject({ code: '23514' });
    expect((await decide(other)).rowCount).toBe(1);
  });
});
