import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { editFrozen } from '@suanpan/contract/endpoints/user-acts';
import { userFrozen } from '@suanpan/contract/endpoints/user-facets';
import { parseSignedLedger, readPositiveAmount } from '@suanpan/money/amount';
import { display2 } from '@suanpan/money/display';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { MomentField } from '../../kit/moment-field.tsx';
import { call } from '../../lib/api.ts';
import { instantOfFace, showInstant } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import { useTellSubmission } from './tell-submission.ts';
import type { UserDialogProps } from './user-dialog.ts';
import styles from './dialogs.module.css';

type Frozen = OutputOf<typeof userFrozen>;

/** Freezes money, perhaps for one order's sake and until a time, or gives back what is frozen. */
export function FreezeDialog(props: UserDialogProps) {
  const { id } = props.user;
  const { data } = useQuery({
    queryKey: ['user', id, 'edit frozen'],
    queryFn: ({ signal }) => call(userFrozen, { id }, { signal }),
    gcTime: 0,
  });
  return data ? <FreezeForm {...props} frozen={data} /> : null;
}

function FreezeForm({ user, frozen, onClose }: UserDialogProps & { readonly frozen: Frozen }) {
  const t = useWords('users');
  const c = useWords('common');
  const tell = useTellSubmission();
  const [isBack, setBack] = useState(false);
  const [text, setText] = useState('');
  const [orderNo, setOrderNo] = useState('');
  const [until, setUntil] = useState('');
  const [freezeId, setFreezeId] = useState('');
  const { currency, freezes } = frozen;
  const amount = readPositiveAmount(text, currency);
  // An order's own money is no part of what is settleable: the server knows how much there is.
  const available = isBack ? frozen.by_hand : orderNo === '' ? frozen.settleable : null;
  const isNamed = isBack && freezeId !== '';
  const isWhole = !isBack && orderNo !== '' && text === '';
  const isCovered =
    isNamed ||
    isWhole ||
    (amount !== null && (available === null || amount <= parseSignedLedger(available, currency)));
  const fault =
    text === '' || isCovered
      ? undefined
      : amount === null || available === null
        ? c('validation.amount')
        : t('money.tooMuch', { amount: display2(available), currency });
  const nameOf = ({ amount: held, currency: of, order_no, until: end }: Frozen['freezes'][number]): string =>
    t('money.frozenFor', {
      amount: display2(held),
      currency: of,
      order: [order_no, end === null ? null : t('money.endsAt', { until: showInstant(end) })]
        .filter((part) => part !== null)
        .join(' · '),
    });
  return (
    <Confirm
      title={`${t('acts.editFrozen')} · ${user.username}`}
      effect={
        <div className={styles.effect}>
          <SegmentedControl
            fullWidth
            value={isBack ? 'back' : 'there'}
            onChange={(next) => setBack(next === 'back')}
            data={[
              { value: 'there', label: t('money.freeze') },
              { value: 'back', label: t('money.unfreeze') },
            ]}
          />
          {isBack && freezes.length > 0 && (
            <NativeSelect
              label={t('money.which')}
              value={freezeId}
              onChange={(event) => setFreezeId(event.currentTarget.value)}
              data={[
                { value: '', label: t('money.byHand') },
                ...freezes.map((freeze) => ({ value: freeze.id, label: nameOf(freeze) })),
              ]}
            />
          )}
          {!isBack && (
            <TextInput
              label={t('money.forOrder')}
              description={t('money.orderHint')}
              value={orderNo}
              onChange={(event) => setOrderNo(event.currentTarget.value.trim())}
              autoComplete="off"
              spellCheck={false}
            />
          )}
          {!isNamed && (
            <TextInput
              label={available === null ? c('money.amount') : `${c('money.amount')} (${currency})`}
              {...(available !== null && {
                description: t('money.available', { amount: display2(available), currency }),
              })}
              value={text}
              onChange={(event) => setText(event.currentTarget.value.trim())}
              inputMode="decimal"
              autoComplete="off"
              error={fault}
              data-autofocus
            />
          )}
          {!isBack && <MomentField label={t('money.until')} value={until} onChange={setUntil} />}
        </div>
      }
      confirmLabel={isBack ? t('money.unfreeze') : t('money.freeze')}
      isReady={isCovered}
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        const answer = await call(
          editFrozen,
          {
            id: user.id,
            reason,
            ...stepUp,
            direction: isBack ? 'unfreeze' : 'freeze',
            ...(isNamed ? { freeze_id: freezeId } : text !== '' && { amount: text }),
            ...(!isBack && orderNo !== '' && { order_no: orderNo }),
            ...(!isBack && until !== '' && { until: instantOfFace(until) }),
          },
          once,
        );
        tell(answer, user.username);
      }}
      onClose={onClose}
    />
  );
}
