import { recordAudit } from '../../modules/audit/index.ts';
import { addAccount, insertFee, keepAccount, priceOf, tellPrice } from '../../modules/withdrawals/index.ts';
import { newRequestId } from '../../platform/crypto/ids.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Tx } from '../../platform/db/transact.ts';
import { accountAliases, accountHolders } from '../demo-names.ts';
import { demoWithdrawAccounts, demoWithdrawFees } from './demo-withdrawals.ts';

/**
 * Where owners of money have it sent to, and what that costs, through the doors by which each is kept: where the history
 * begins, so that the accounts have rested when it ends.
 */
export async function seedWithdrawals(
  tx: Tx,
  vault: Vault,
  idOf: (username: string) => bigint,
): Promise<void> {
  const requestId = newRequestId();
  for (const { account, owner } of demoWithdrawAccounts) {
    const kept = keepAccount(
      vault,
      account.type === 'bank'
        ? {
            type: 'bank',
            currency: 'TWD',
            account_name: accountHolders[owner] ?? owner,
            bank_code: account.bank,
            card_no: account.card,
            alias: accountAliases.bank,
          }
        : { ...account, currency: 'USDT', alias: accountAliases.chain },
    );
    const id = await addAccount(tx, idOf(owner), kept, { personId: idOf(owner), requestId });
    if (id === undefined) throw new Error(`The demo gives ${owner} more accounts than he may have`);
  }
  for (const { by, owner, role = null, ...fee } of demoWithdrawFees) {
    const price = priceOf({ ...fee, mode: 'inside' }, fee.currency, fee.targetCurrency);
    const id = await insertFee(tx, {
      ...price,
      ownerId: owner === undefined ? null : idOf(owner),
      role,
      currency: fee.currency,
      targetCurrency: fee.targetCurrency,
      type: fee.type,
      validFrom: null,
      byAgent: by !== undefined,
    });
    await recordAudit(tx, {
      actorId: idOf(by ?? 'admin.lin'),
      act: 'withdraws.fee.create',
      objectKind: 'withdrawFee',
      objectId: String(id),
      after: { rule: tellPrice(price) },
      requestId,
    });
  }
}
