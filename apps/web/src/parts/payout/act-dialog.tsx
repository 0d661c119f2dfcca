import { NativeSelect, TextInput } from '@mantine/core';
import {
  markPayoutPaid,
  revealPayoutCard,
  slipPath,
  switchPayoutChannel,
  type PayoutListRow,
} from '@suanpan/contract/endpoints/payouts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { Confirm, type ConfirmAnswer } from '../../kit/confirm.tsx';
import { Money } from '../../kit/money.tsx';
import { call } from '../../lib/api.ts';
import { payoutChannelNames } from '../../lib/names.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import { ShownNumber } from '../shown-number.tsx';
import { isTooLarge, SlipInput, uploadSlip } from '../slip/slip-input.tsx';
import { useToldSubmission } from '../use-told-submission.ts';
import { isPlainAct, plainActs, type PlainAct, type ProvenAct } from './acts.ts';
import { payoutsChanged } from './payouts-changed.ts';
import styles from './act-dialog.module.css';

const asks = ['reason', 'paymentPassword', 'code'] as const;

interface ActDialogProps {
  readonly act: ProvenAct;
  readonly row: PayoutListRow;
  readonly onClose: () => void;
}
type PartProps = Omit<ActDialogProps, 'act'>;

/** An act on a payout with its effect first: whom it pays, how much, and what will be done. */
export function ActDialog({ act, ...rest }: ActDialogProps) {
  if (isPlainAct(act)) return <PlainDialog act={act} {...rest} />;
  if (act === 'reveal') return <RevealDialog {...rest} />;
  return act === 'markPaid' ? <PaidDialog {...rest} /> : <ChannelDialog {...rest} />;
}

const proofOf = (row: PayoutListRow, { oneCode, paymentPassword, reason }: ConfirmAnswer) => ({
  id: row.id,
  reason,
  payment_password: paymentPassword,
  one_code: oneCode,
});

function PlainDialog({ act, row, onClose }: PartProps & { readonly act: PlainAct }) {
  const t = useWords('payouts');
  const label = t(`acts.${act}`);
  return (
    <Confirm
      title={`${label} ${row.order_no}`}
      effect={<Effect row={row} says={t(`effects.${act}`)} />}
      confirmLabel={label}
      isDangerous={act === 'reject' || act === 'reverse'}
      asks={asks}
      act={async (answer) => {
        await call(plainActs[act], proofOf(row, answer), { idempotencyKey: answer.idempotencyKey });
        toasts.emit({ tone: 'ok', title: `${label} · ${t('dialog.done')}`, text: row.order_no });
        payoutsChanged(row.id);
      }}
      onClose={onClose}
    />
  );
}

/** The payee's whole account number, once its look is in the log. */
function RevealDialog({ row, onClose }: PartProps) {
  const t = useWords('payouts');
  const [shown, setShown] = useState<string | null>(null);
  // The dialog that asked closes when it was answered; what it brought stays.
  const isShown = useRef(false);
  const title = `${t('acts.reveal')} ${row.order_no}`;
  if (shown !== null) return <ShownNumber title={title} number={shown} onClose={onClose} />;
  return (
    <Confirm
      title={title}
      effect={<Effect row={row} says={t('effects.reveal')} />}
      confirmLabel={t('acts.reveal')}
      asks={asks}
      act={async (answer) => {
        const { card_no: number } = await call(revealPayoutCard, proofOf(row, answer));
        isShown.current = true;
        setShown(number);
      }}
      onClose={() => {
        if (!isShown.current) onClose();
      }}
    />
  );
}

/** The way to another channel; whether it serves this payout at its price is the server's to say. */
function ChannelDialog({ row, onClose }: PartProps) {
  const t = useWords('payouts');
  const [channel, setChannel] = useState('');
  const { data } = useQuery({
    queryKey: ['names', payoutChannelNames.kind],
    queryFn: ({ signal }) => payoutChannelNames.find({}, signal),
  });
  const others = (data ?? []).filter(({ name }) => name !== row.channel);
  return (
    <Confirm
      title={`${t('acts.switchChannel')} ${row.order_no}`}
      effect={
        <Effect row={row} says={t('effects.switchChannel')}>
          <NativeSelect
            label={t('dialog.channel')}
            data={[
              { value: '', label: data !== undefined && others.length === 0 ? t('dialog.noChannel') : '' },
              ...others.map(({ id, name }) => ({ value: id, label: `${name} · ${id}` })),
            ]}
            value={channel}
            onChange={(event) => setChannel(event.currentTarget.value)}
            required
          />
        </Effect>
      }
      confirmLabel={t('acts.switchChannel')}
      isReady={channel !== ''}
      asks={asks}
      act={async (answer) => {
        const asked = { ...proofOf(row, answer), channel_id: channel };
        await call(switchPayoutChannel, asked, { idempotencyKey: answer.idempotencyKey });
        toasts.emit({
          tone: 'ok',
          title: `${t('acts.switchChannel')} · ${t('dialog.done')}`,
          text: row.order_no,
        });
        payoutsChanged(row.id);
      }}
      onClose={onClose}
    />
  );
}

/** By what the transfer is known: its number, its slip, or both. The slip goes up once the dialog is sent. */
function PaidDialog({ row, onClose }: PartProps) {
  const t = useWords('payouts');
  const tell = useToldSubmission();
  const [number, setNumber] = useState('');
  const [slip, setSlip] = useState<File | null>(null);
  return (
    <Confirm
      title={`${t('acts.markPaid')} ${row.order_no}`}
      effect={
        <Effect row={row} says={t('effects.markPaid')}>
          <TextInput
            label={t('dialog.thirdPartyNo')}
            value={number}
            onChange={(event) => setNumber(event.currentTarget.value)}
            maxLength={128}
            autoComplete="off"
            data-autofocus
          />
          <SlipInput slip={slip} onChange={setSlip} />
        </Effect>
      }
      confirmLabel={t('acts.markPaid')}
      isReady={(number.trim() !== '' || slip !== null) && !isTooLarge(slip)}
      asks={asks}
      act={async (answer) => {
        const file = await uploadSlip(slipPath, slip);
        const said = {
          ...proofOf(row, answer),
          ...(number.trim() !== '' && { third_party_no: number.trim() }),
          ...(file !== undefined && { slip: file }),
        };
        tell(
          await call(markPayoutPaid, said, { idempotencyKey: answer.idempotencyKey }),
          t('acts.markPaid'),
          row.order_no,
        );
        payoutsChanged(row.id);
      }}
      onClose={onClose}
    />
  );
}

interface EffectProps {
  readonly row: PayoutListRow;
  readonly says: string;
  readonly children?: ReactNode;
}

/** Whom it pays and how much, and what the act does. */
function Effect({ row, says, children }: EffectProps) {
  const t = useWords('payouts');
  return (
    <div className={styles.effect}>
      <dl>
        <dt>{t('columns.amount')}</dt>
        <dd>
          <Money value={row.amount} currency={row.currency} /> + <Money value={row.fee} isExact />{' '}
          {t('columns.fee')}
        </dd>
        <dt>{t('columns.payee')}</dt>
        <dd>
          {row.account_name} · {row.bank_name} · <span className="num">{row.card_no}</span>
        </dd>
        <dt>{t('columns.customer')}</dt>
        <dd>{row.customer.name}</dd>
        <dt>{t('columns.channel')}</dt>
        <dd>{row.payer ?? row.channel ?? '–'}</dd>
      </dl>
      <p>{says}</p>
      {children}
    </div>
  );
}
