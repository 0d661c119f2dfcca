import { NativeSelect, TextInput } from '@mantine/core';
import {
  addWithdrawFee,
  updateWithdrawFee,
  withdrawalRoles,
} from '@suanpan/contract/endpoints/withdrawal-rules';
import type { WithdrawFeeRow } from '@suanpan/contract/endpoints/withdrawal-rules';
import type { Currency } from '@suanpan/money/currency';
import { useState } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { CurrencySelect } from '../../../kit/currency-select.tsx';
import { PickInput } from '../../../kit/pick-input.tsx';
import { call } from '../../../lib/api.ts';
import { ownerNames } from '../../../lib/names.ts';
import { useSelf } from '../../../lib/own-user.ts';
import { useWords } from '../../../lib/use-words.ts';
import { useToldSubmission } from '../../../parts/use-told-submission.ts';
import styles from '../../../parts/user/dialogs.module.css';

interface FeeDialogProps {
  /** The price that is changed; null for a new one. */
  readonly row: WithdrawFeeRow | null;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** A price of one owner, of a tree, or of a kind of owner. What the platform keeps of it is the platform's to say. */
export function FeeDialog({ row, onDone, onClose }: FeeDialogProps) {
  const t = useWords('withdrawals');
  const told = useToldSubmission();
  const isHouse = useSelf().agent_id === undefined;
  const [whose, setWhose] = useState<string | null>('');
  const [role, setRole] = useState<(typeof withdrawalRoles)[number]>('customer');
  const [currency, setCurrency] = useState<Currency>('TWD');
  const [target, setTarget] = useState<Currency>('TWD');
  const [pct, setPct] = useState(row?.pct ?? '0');
  const [fixed, setFixed] = useState(row === null ? '0' : shortOf(row.fixed));
  const [mode, setMode] = useState(row?.mode ?? 'inside');
  const [sharePct, setSharePct] = useState(row?.platform_share?.pct ?? '');
  const [shareFixed, setShareFixed] = useState(shortOf(row?.platform_share?.fixed ?? ''));
  const isShared = sharePct.trim() !== '' || shareFixed.trim() !== '';
  const text = (label: string, value: string, set: (next: string) => void) => (
    <TextInput
      label={label}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
      inputMode="decimal"
      autoComplete="off"
    />
  );
  return (
    <Confirm
      title={row === null ? t('acts.addFee') : t('acts.editFee')}
      confirmLabel={t('acts.save')}
      asks={['reason', 'payment_password', 'one_code']}
      isReady={row !== null || (isHouse ? whose !== null : Boolean(whose))}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{t('hints.fee')}</p>
          {row === null && (
            <>
              <PickInput
                label={t('columns.owner')}
                source={ownerNames}
                onPick={setWhose}
                required={!isHouse}
              />
              {isHouse && whose === '' && (
                <NativeSelect
                  label={t('columns.role')}
                  value={role}
                  onChange={(event) =>
                    setRole(withdrawalRoles.find((one) => one === event.currentTarget.value) ?? 'customer')
                  }
                  data={withdrawalRoles.map((one) => ({ value: one, label: t(`roles.${one}`) }))}
                />
              )}
              <div className={styles.pair}>
                <CurrencySelect label={t('columns.currency')} value={currency} onPick={setCurrency} />
                <CurrencySelect label={t('columns.targetCurrency')} value={target} onPick={setTarget} />
              </div>
            </>
          )}
          <div className={styles.pair}>
            {text(t('columns.pct'), pct, setPct)}
            {text(t('columns.fixed'), fixed, setFixed)}
          </div>
          <NativeSelect
            label={t('columns.mode')}
            value={mode}
            onChange={(event) => setMode(event.currentTarget.value === 'outside' ? 'outside' : 'inside')}
            data={(['inside', 'outside'] as const).map((one) => ({ value: one, label: t(`modes.${one}`) }))}
          />
          {isHouse && (
            <div className={styles.pair}>
              {text(t('columns.platformPct'), sharePct, setSharePct)}
              {text(t('columns.platformFixed'), shareFixed, setShareFixed)}
            </div>
          )}
        </div>
      }
      act={async ({ once, reason, stepUp }) => {
        const price = {
          pct: pct.trim(),
          fixed: fixed.trim(),
          mode,
          ...(isHouse &&
            isShared && {
              platform_share: { pct: sharePct.trim() || '0', fixed: shareFixed.trim() || '0' },
            }),
          reason,
          ...stepUp,
        };
        const answer =
          row === null
            ? await call(
                addWithdrawFee,
                {
                  ...(whose ? { user_id: whose } : { role }),
                  currency,
                  target_currency: target,
                  type: target === 'USDT' ? 'chain' : 'bank',
                  ...price,
                },
                once,
              )
            : await call(updateWithdrawFee, { id: row.id, version: row.version, ...price }, once);
        told(answer, t('states.saved'));
        await onDone();
      }}
      onClose={onClose}
    />
  );
}

/** `15.0000` as one types it: `15`. */
function shortOf(amount: string): string {
  return amount.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
}
