import { Textarea, TextInput } from '@mantine/core';
import * as contract from '@suanpan/contract/endpoints/withdrawals';
import type { WithdrawalAct, WithdrawalRow } from '@suanpan/contract/endpoints/withdrawals';
import { useRef, useState } from 'react';
import { Confirm, type ConfirmAnswer } from '../../kit/confirm.tsx';
import { Instant } from '../../kit/instant.tsx';
import { Money } from '../../kit/money.tsx';
import { call } from '../../lib/api.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import { ShownNumber } from '../shown-number.tsx';
import { useSlip } from '../slip/use-slip.tsx';
import { useToldSubmission } from '../use-told-submission.ts';
import styles from '../user/dialogs.module.css';

interface ActDialogProps {
  readonly row: WithdrawalRow;
  readonly act: WithdrawalAct;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** Nothing of these moves money or tells a secret: they ask for no password. */
const light: ReadonlySet<WithdrawalAct> = new Set(['take', 'release', 'cancel', 'remark']);
const dangerous: ReadonlySet<WithdrawalAct> = new Set(['reject', 'reverse', 'cancel', 'update']);

const proven = {
  update: contract.updateWithdrawal,
  reject: contract.rejectWithdrawal,
  reverse: contract.reverseWithdrawal,
} as const;
const plain = {
  take: contract.takeWithdrawal,
  release: contract.releaseWithdrawal,
  cancel: contract.cancelWithdrawal,
} as const;

/** One act on one withdrawal, with what it comes to; the whole account number is shown here and nowhere else. */
export function ActDialog({ row, act, onDone, onClose }: ActDialogProps) {
  const t = useWords('withdrawals');
  const told = useToldSubmission();
  const [number, setNumber] = useState('');
  const slip = useSlip(contract.withdrawalSlipPath);
  const [remarks, setRemarks] = useState(row.remarks ?? '');
  const [shown, setShown] = useState<string | null>(null);
  // The dialog that asked closes when it was answered; what it brought stays.
  const isShown = useRef(false);
  const title = `${t(`acts.${act}`)} · ${row.no}`;

  async function run({ once, reason, stepUp }: ConfirmAnswer): Promise<void> {
    const asked = { id: row.id, reason, ...stepUp };
    switch (act) {
      case 'approve': {
        const paid = {
          ...asked,
          ...(number.trim() !== '' && { third_party_no: number.trim() }),
          ...(await slip.taken()),
        };
        told(await call(contract.approveWithdrawal, paid, once), t('states.done'), row.no);
        break;
      }
      case 'update':
      case 'reject':
      case 'reverse':
        told(await call(proven[act], asked, once), t('states.done'), row.no);
        break;
      case 'take':
      case 'release':
      case 'cancel':
        await call(plain[act], { id: row.id }, once);
        toasts.emit({ tone: 'ok', title: t('states.done'), text: row.no });
        break;
      case 'remark':
        await call(contract.remarkWithdrawal, { id: row.id, remarks: remarks.trim() });
        toasts.emit({ tone: 'ok', title: t('states.saved'), text: row.no });
        break;
      case 'reveal': {
        const { card_no } = await call(contract.revealWithdrawalCard, asked);
        isShown.current = true;
        setShown(card_no);
        break;
      }
    }
    await onDone();
  }

  if (shown !== null) {
    return <ShownNumber title={title} number={shown} onClose={onClose} />;
  }
  return (
    <Confirm
      title={title}
      isReady={act !== 'approve' || ((number.trim() !== '' || slip.isChosen) && !slip.isTooLarge)}
      effect={
        <div className={styles.effect}>
          {act !== 'remark' && <p className={styles.hint}>{t(`hints.${act}`)}</p>}
          <dl className={styles.becomes}>
            <dt>{row.owner.name}</dt>
            <dd>
              <Money value={row.amount} currency={row.currency} />
            </dd>
            <dt>{t('columns.arrives')}</dt>
            <dd>
              <Money value={row.target_amount} currency={row.target_currency} />
            </dd>
            <dt>{row.bank_name ?? row.network}</dt>
            <dd>{row.card_no}</dd>
            {row.rate_until !== null && (
              <>
                <dt>{t('effect.lockedUntil')}</dt>
                <dd>
                  <Instant at={row.rate_until} />
                </dd>
              </>
            )}
          </dl>
          {act === 'approve' && (
            <>
              <TextInput
                label={t('fields.thirdPartyNo')}
                value={number}
                onChange={(event) => setNumber(event.currentTarget.value)}
                autoComplete="off"
                data-autofocus
              />
              {slip.input}
            </>
          )}
          {act === 'remark' && (
            <Textarea
              label={t('fields.remarks')}
              value={remarks}
              onChange={(event) => setRemarks(event.currentTarget.value)}
              maxLength={500}
              data-autofocus
            />
          )}
        </div>
      }
      confirmLabel={t(`acts.${act}`)}
      isDangerous={dangerous.has(act)}
      asks={light.has(act) ? [] : ['reason', 'payment_password', 'one_code']}
      act={run}
      onClose={() => {
        if (!isShown.current) onClose();
      }}
    />
  );
}
