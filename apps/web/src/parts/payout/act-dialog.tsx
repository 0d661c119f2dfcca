import { NativeSelect, TextInput } from '@mantine/core';
import {
  markPayoutPaid,
  namePayoutTransfer,
  releaseUnsentPayout,
  revealPayoutCard,
  slipPath,
  switchPayoutChannel,
  type PayoutListRow,
} from '@suanpan/contract/endpoints/payouts';
import { isPayoutNetwork } from '@suanpan/domain/payout-networks';
import { plainAmount } from '@suanpan/money/display';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { Copy } from '../../kit/copy.tsx';
import { Money } from '../../kit/money.tsx';
import { call } from '../../lib/api.ts';
import { payoutChannelNames } from '../../lib/names.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import { ShownNumber } from '../shown-number.tsx';
import { useSlip } from '../slip/use-slip.tsx';
import { useToldSubmission } from '../use-told-submission.ts';
import { isPlainAct, plainActs, type PlainAct, type ProvenAct } from './acts.ts';
import { payoutsChanged } from './payouts-changed.ts';
import styles from './act-dialog.module.css';

const asks = ['reason', 'payment_password', 'one_code'] as const;

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
  if (act === 'nameTransfer') return <TransferDialog {...rest} />;
  if (act === 'notSent') return <UnsentDialog {...rest} />;
  return act === 'markPaid' ? <PaidDialog {...rest} /> : <ChannelDialog {...rest} />;
}

/** Over a chain a person sends it himself, and the chain is asked. */
const goesOverChain = (row: PayoutListRow): boolean => isPayoutNetwork(row.bank_code);

function PlainDialog({ act, row, onClose }: PartProps & { readonly act: PlainAct }) {
  const t = useWords('payouts');
  const label = t(`acts.${act}`);
  return (
    <Confirm
      title={`${label} ${row.order_no}`}
      effect={
        <Effect
          row={row}
          says={t(`effects.${goesOverChain(row) && act === 'dispatch' ? 'dispatchChain' : act}`)}
        />
      }
      confirmLabel={label}
      isDangerous={act === 'reject' || act === 'reverse'}
      asks={asks}
      act={async ({ once, reason, stepUp }) => {
        await call(plainActs[act], { id: row.id, reason, ...stepUp }, once);
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
      act={async ({ reason, stepUp }) => {
        const { card_no: number } = await call(revealPayoutCard, { id: row.id, reason, ...stepUp });
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
      act={async ({ once, reason, stepUp }) => {
        const asked = { id: row.id, reason, ...stepUp, channel_id: channel };
        await call(switchPayoutChannel, asked, once);
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
  const slip = useSlip(slipPath);
  return (
    <Confirm
      title={`${t('acts.markPaid')} ${row.order_no}`}
      effect={
        <Effect row={row} says={t('effects.markPaid')}>
          {goesOverChain(row) && <p>{t('effects.markPaidChain')}</p>}
          <TextInput
            label={t('dialog.thirdPartyNo')}
            value={number}
            onChange={(event) => setNumber(event.currentTarget.value)}
            maxLength={128}
            autoComplete="off"
            data-autofocus
          />
          {slip.input}
        </Effect>
      }
      confirmLabel={t('acts.markPaid')}
      isReady={((number.trim() !== '' && !goesOverChain(row)) || slip.isChosen) && !slip.isTooLarge}
      asks={asks}
      act={async ({ once, reason, stepUp }) => {
        const said = {
          id: row.id,
          reason,
          ...stepUp,
          ...(number.trim() !== '' && { third_party_no: number.trim() }),
          ...(await slip.taken()),
        };
        tell(await call(markPayoutPaid, said, once), t('acts.markPaid'), row.order_no);
        payoutsChanged(row.id);
      }}
      onClose={onClose}
    />
  );
}

/** The transaction by which it was paid over the chain; what the chain tells of it is said at once. */
function TransferDialog({ row, onClose }: PartProps) {
  const t = useWords('payouts');
  const [hash, setHash] = useState('');
  return (
    <Confirm
      title={`${t('acts.nameTransfer')} ${row.order_no}`}
      effect={
        <Effect row={row} says={t('effects.nameTransfer')}>
          <TextInput
            label={t('dialog.txHash')}
            value={hash}
            onChange={(event) => setHash(event.currentTarget.value)}
            maxLength={80}
            autoComplete="off"
            spellCheck={false}
            className="num"
            data-autofocus
          />
        </Effect>
      }
      confirmLabel={t('acts.nameTransfer')}
      isReady={hash.trim() !== ''}
      asks={asks}
      act={async ({ once, reason, stepUp }) => {
        const asked = { id: row.id, reason, ...stepUp, tx_hash: hash.trim() };
        const told = await call(namePayoutTransfer, asked, once);
        toasts.emit({
          tone: told.state === 'refused' ? 'fail' : 'ok',
          title: t(`transfers.${told.state}`),
          text: told.refusal === null ? row.order_no : t(`transferRefusals.${told.refusal}`),
        });
        payoutsChanged(row.id);
      }}
      onClose={onClose}
    />
  );
}

const becomes = ['queued', 'rejected'] as const;

/** It never left the wallet: where it goes once a second person and the chain agree. */
function UnsentDialog({ row, onClose }: PartProps) {
  const t = useWords('payouts');
  const tell = useToldSubmission();
  const [chosen, setChosen] = useState<(typeof becomes)[number]>('queued');
  return (
    <Confirm
      title={`${t('acts.notSent')} ${row.order_no}`}
      effect={
        <Effect row={row} says={t('effects.notSent')}>
          <NativeSelect
            label={t('dialog.becomes')}
            data={becomes.map((value) => ({ value, label: t(`dialog.${value}`) }))}
            value={chosen}
            onChange={({ currentTarget: { value } }) =>
              setChosen(becomes.find((each) => each === value) ?? 'queued')
            }
          />
        </Effect>
      }
      confirmLabel={t('acts.notSent')}
      isDangerous
      asks={asks}
      act={async ({ once, reason, stepUp }) => {
        const said = { id: row.id, reason, ...stepUp, becomes: chosen };
        tell(await call(releaseUnsentPayout, said, once), t('acts.notSent'), row.order_no);
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
        {goesOverChain(row) && (
          <>
            <dt>{t('dialog.exactAmount')}</dt>
            <dd>
              <Copy text={plainAmount(row.amount)} />
            </dd>
          </>
        )}
        <dt>{t('columns.payee')}</dt>
        <dd>
          {row.account_name !== '' && `${row.account_name} · `}
          {row.bank_name} · <span className="num">{row.card_no}</span>
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
