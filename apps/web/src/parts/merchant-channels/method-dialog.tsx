import { Checkbox } from '@mantine/core';
import type {
  MerchantChannelEffect,
  MerchantChannelRow,
  MerchantRow,
} from '@suanpan/contract/endpoints/merchant-channels';
import { useState } from 'react';
import { DialogForm } from '../../kit/dialog-form.tsx';
import { PickInput } from '../../kit/pick-input.tsx';
import { ReasonField } from '../../kit/reason-field.tsx';
import { call } from '../../lib/api.ts';
import { saidElsewhere } from '../../lib/call-fault.ts';
import { useSending } from '../../lib/use-sending.ts';
import { useWords } from '../../lib/use-words.ts';
import { useToldSubmission } from '../use-told-submission.ts';
import styles from '../user/dialogs.module.css';
import { merchantCalls } from './calls.ts';
import type { Direction } from './calls.ts';
import { EffectLines } from './effect-lines.tsx';
import { FeeFields, MethodFields } from './method-fields.tsx';
import { newMethod, noFees, pricesOf, textsOfRow, valuesOf } from './method-texts.ts';
import type { FeeTexts, MethodTexts } from './method-texts.ts';

interface MethodDialogProps {
  readonly direction: Direction;
  readonly merchant: MerchantRow;
  /** Null adds a channel. */
  readonly row: MerchantChannelRow | null;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** A channel of a merchant. What it comes to is shown first; a second press, with nothing changed since, does it. */
export function MethodDialog({ direction, merchant, row, onDone, onClose }: MethodDialogProps) {
  const t = useWords('merchantChannels');
  const calls = merchantCalls[direction];
  const { isBusy, fault, errorOf, send } = useSending();
  const [channelId, setChannelId] = useState<string | null>('');
  const [texts, setTexts] = useState<MethodTexts>(() => (row === null ? newMethod : textsOfRow(row)));
  const [fees, setFees] = useState<FeeTexts>(noFees);
  const [isEnabled, setEnabled] = useState(row?.enabled ?? true);
  const [keepsPayers, setKeepsPayers] = useState(row?.keeps_payers ?? false);
  const [allowsLoss, setAllowsLoss] = useState(row?.allow_loss ?? false);
  const [reason, setReason] = useState('');
  const [seen, setSeen] = useState<MerchantChannelEffect | null>(null);
  const values = valuesOf(texts);
  const tell = useToldSubmission();
  // A first price and a loss that is allowed wait for a second person, who reads why.
  const needsReason = row === null || (allowsLoss && !row.allow_loss);
  const changed = <Value,>(set: (value: Value) => void) => {
    return (value: Value): void => {
      setSeen(null);
      set(value);
    };
  };
  const save = async (): Promise<void> => {
    if (values === null) return;
    const { limits, ...drawn } = values;
    const settings = {
      ...drawn,
      ...limits,
      enabled: isEnabled,
      ...(direction === 'collection' && { allow_loss: allowsLoss, keeps_payers: keepsPayers }),
      ...(needsReason && { reason: reason.trim() }),
    };
    const prices = pricesOf(fees);
    const added = {
      customer_id: merchant.customer.id,
      channel_id: channelId ?? '',
      ...settings,
      merchant_fee: prices.merchant,
      sub_agent_fee: prices.sub_agent,
      middleman_fee: prices.middleman,
    };
    const refusal = await send(async () => {
      if (row === null) {
        if (seen === null) return setSeen(await call(calls.addEffect, added));
        const because = { effect_hash: seen.hash, reason: reason.trim() };
        tell(await call(calls.add, { ...added, ...because }), t('states.saved'), merchant.customer.name);
      } else {
        const wanted = { id: row.id, v: row.v, ...settings };
        if (seen === null) return setSeen(await call(calls.updateEffect, wanted));
        const told = await call(calls.update, { ...wanted, effect_hash: seen.hash });
        tell(told, t('states.saved'), merchant.customer.name);
      }
      await onDone();
      return onClose();
    });
    // What was shown may no longer be what would happen.
    if (refusal !== null) setSeen(null);
  };
  const title = row === null ? t('acts.add') : t('acts.update');
  return (
    <DialogForm
      title={`${title} · ${merchant.customer.name}${row === null ? '' : ` · ${row.name}`}`}
      submitLabel={seen === null ? t('acts.look') : t('acts.save')}
      isReady={
        values !== null &&
        values.alias !== '' &&
        (row !== null || (channelId !== null && channelId !== '' && fees.merchant.pct.trim() !== '')) &&
        (!needsReason || reason.trim() !== '')
      }
      isBusy={isBusy}
      fault={fault && saidElsewhere(fault, [])}
      size={560}
      onSubmit={() => void save()}
      onClose={onClose}
      end={seen !== null && <EffectLines effect={seen} />}
    >
      <div className={styles.form}>
        {row === null && (
          <PickInput
            label={t('fields.channel')}
            source={calls.channels}
            onPick={changed(setChannelId)}
            required
            isFirst
          />
        )}
        <MethodFields texts={texts} onChange={changed(setTexts)} errorOf={errorOf} />
        {direction === 'collection' && (
          <Checkbox
            label={t('fields.keepsPayers')}
            description={t('hints.keepsPayers')}
            checked={keepsPayers}
            onChange={(event) => changed(setKeepsPayers)(event.currentTarget.checked)}
          />
        )}
        {row === null ? (
          <FeeFields fees={fees} onChange={changed(setFees)} errorOf={errorOf} />
        ) : (
          <p className={styles.hint}>{t('hints.fees')}</p>
        )}
        <Checkbox
          label={t('fields.enabled')}
          checked={isEnabled}
          onChange={(event) => changed(setEnabled)(event.currentTarget.checked)}
        />
        {direction === 'collection' && (
          <Checkbox
            label={t('fields.allowLoss')}
            checked={allowsLoss}
            onChange={(event) => changed(setAllowsLoss)(event.currentTarget.checked)}
          />
        )}
        {needsReason && (
          <ReasonField value={reason} onChange={changed(setReason)} error={errorOf('reason')} />
        )}
      </div>
    </DialogForm>
  );
}
