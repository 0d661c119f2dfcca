import { Button, NativeSelect, TextInput } from '@mantine/core';
import {
  applyWithdrawal,
  previewWithdrawal,
  withdrawAccounts,
  withdrawalFunds,
} from '@suanpan/contract/endpoints/withdrawals';
import type { WithdrawalEffect, WithdrawalFunds } from '@suanpan/contract/endpoints/withdrawals';
import { currencies, isCurrency, type Currency } from '@suanpan/money/currency';
import { display2 } from '@suanpan/money/display';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { Instant } from '../../../kit/instant.tsx';
import { Money } from '../../../kit/money.tsx';
import { call } from '../../../lib/api.ts';
import { CallFault } from '../../../lib/call-fault.ts';
import { useSelf } from '../../../lib/own-user.ts';
import { showInstant } from '../../../lib/platform-time.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { accountOf } from '../../../parts/withdrawal/account-columns.tsx';
import styles from '../../../parts/user/dialogs.module.css';

const amountForm = /^\d{1,12}(\.\d{1,6})?$/;
const isNothing = (text: string): boolean => /^0+(\.0*)?$/.test(text);
/** A rate is asked for anew before it is over, so that what is shown can be applied for. */
const askAgainMs = 45_000;

interface ApplyDialogProps {
  /** Opens the form for an account, for whoever has none yet and may add one. */
  readonly onAdd?: (() => void) | undefined;
  readonly onClose: () => void;
}

/**
 * Says where to and how much, shows what it comes to by the rate of this moment, and applies for exactly that. Until an amount is
 * typed it shows what all that may be withdrawn would come to.
 */
export function ApplyDialog({ onAdd, onClose }: ApplyDialogProps) {
  const t = useWords('withdrawals');
  const own = useSelf();
  const client = useQueryClient();
  const [picked, setPicked] = useState('');
  const [amount, setAmount] = useState('');
  const [chosen, setChosen] = useState<Currency | null>(null);
  const accounts = useQuery({
    queryKey: [withdrawAccounts.path, 'usable'],
    queryFn: ({ signal }) => call(withdrawAccounts, { paginate: 200 }, { signal }),
  });
  const funds = useQuery({
    queryKey: [withdrawalFunds.path],
    queryFn: ({ signal }) => call(withdrawalFunds, {}, { signal }),
  });
  const held = funds.data?.items ?? [];
  const currency = chosen ?? firstOf(held, own.currency);
  const fund = held.find((each) => each.currency === currency);
  const known = accounts.data?.items;
  const usable = known?.filter(({ status }) => status === 'active') ?? [];
  const accountId = picked !== '' || usable.length !== 1 ? picked : (usable[0]?.id ?? '');
  const nextUsable = known
    ?.filter(({ status }) => status === 'waiting')
    .map(({ usable_from }) => usable_from)
    .toSorted()[0];
  const isWithout = known !== undefined && usable.length === 0;
  const typed = amount.trim();
  const isAsked = accountId !== '' && amountForm.test(typed) && !isNothing(typed);
  const to = usable.find(({ id }) => id === accountId);
  const way = fund?.ways.find(
    ({ target_currency: target, type }) => type === to?.type && target === to.currency,
  );
  // A fee on top of it leaves nobody all of it.
  const most = way?.mode === 'inside' && !isNothing(way.most) ? way.most : undefined;
  const amountSeen = typed === '' ? most : typed;
  const wanted = { account_id: accountId, amount: amountSeen ?? '', currency };
  const seen = useQuery({
    queryKey: [previewWithdrawal.path, wanted],
    queryFn: ({ signal }) => call(previewWithdrawal, wanted, { signal }),
    enabled: isAsked || (typed === '' && most !== undefined),
    retry: false,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.effect.rate ? askAgainMs : false),
  });
  const refusal = isAsked && seen.error instanceof CallFault ? seen.error.message : undefined;

  return (
    <Confirm
      title={t('acts.apply')}
      confirmLabel={t('acts.apply')}
      asks={['payment_password', 'one_code']}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>
            {!isWithout
              ? t('hints.apply')
              : nextUsable === undefined
                ? t('hints.noAccount')
                : t('hints.accountWaits', { time: showInstant(nextUsable) })}
          </p>
          {isWithout && nextUsable === undefined && onAdd && (
            <Button variant="light" onClick={onAdd}>
              {t('acts.addAccount')}
            </Button>
          )}
          <NativeSelect
            label={t('fields.account')}
            value={accountId}
            onChange={(event) => setPicked(event.currentTarget.value)}
            data={[
              { value: '', label: '–' },
              ...usable.map((row) => ({ value: row.id, label: accountOf(row) })),
            ]}
            required
          />
          <NativeSelect
            label={t('columns.currency')}
            value={currency}
            onChange={({ currentTarget }) =>
              isCurrency(currentTarget.value) && setChosen(currentTarget.value)
            }
            data={offered(held)}
            description={way && priceText(t, way)}
          />
          <TextInput
            label={t('fields.amount')}
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value)}
            description={fund && t('effect.available', { amount: `${display2(fund.available)} ${currency}` })}
            rightSection={
              most !== undefined && (
                <Button variant="subtle" size="compact-sm" onClick={() => setAmount(most)}>
                  {t('acts.all')}
                </Button>
              )
            }
            rightSectionWidth="auto"
            error={isNothing(typed) ? t('states.zero') : refusal}
            inputMode="decimal"
            autoComplete="off"
            required
            data-autofocus
          />
          {seen.data !== undefined && refusal === undefined ? (
            <>
              {!isAsked && <p className={styles.hint}>{t('effect.all')}</p>}
              <Effect effect={seen.data.effect} currency={currency} />
            </>
          ) : (
            <p className={styles.hint}>{t('states.choose')}</p>
          )}
        </div>
      }
      act={async ({ once, stepUp }) => {
        if (isNothing(typed)) throw refusalOf(t('states.zero'));
        if (!isAsked || seen.data === undefined) throw refusalOf(refusal ?? t('states.incomplete'));
        const { effect, hash } = seen.data;
        const { no } = await call(
          applyWithdrawal,
          {
            ...wanted,
            ...(effect.rate_id !== null && { rate_id: effect.rate_id }),
            effect_hash: hash,
            ...stepUp,
          },
          once,
        );
        toasts.emit({ tone: 'ok', title: t('states.applied'), text: no });
        await client.invalidateQueries({ queryKey: ['own', 'self'] });
      }}
      onClose={onClose}
    />
  );
}

/** One's own currency where one has some of it; else one in which one has. */
function firstOf(held: readonly WithdrawalFunds[], own: Currency): Currency {
  const some = held.filter(({ available }) => !isNothing(available));
  return some.some(({ currency }) => currency === own) ? own : (some[0]?.currency ?? own);
}

/** What one has or had, with what may be withdrawn, and then the others. */
function offered(held: readonly WithdrawalFunds[]) {
  const known = held.map(({ available, currency }) => ({
    value: currency as string,
    label: `${currency} · ${display2(available)}`,
  }));
  const others = Object.keys(currencies).filter((each) => held.every(({ currency }) => currency !== each));
  return [...known, ...others.map((each) => ({ value: each, label: each }))];
}

function priceText(t: TFunction<'withdrawals'>, way: WithdrawalFunds['ways'][number]): string {
  const parts = [
    ...(isNothing(way.pct) ? [] : [`${way.pct}%`]),
    ...(isNothing(way.fixed) ? [] : [`${display2(way.fixed)} ${way.target_currency}`]),
  ];
  return parts.length === 0
    ? t('effect.free')
    : t('effect.price', { price: `${parts.join(' + ')} · ${t(`modes.${way.mode}`)}` });
}

/** What is wrong before anything is sent, in the words of the specification. */
function refusalOf(message: string): CallFault {
  return new CallFault({ kind: 'refused', code: 400, message });
}

function Effect({ effect, currency }: { effect: WithdrawalEffect; currency: string }) {
  const t = useWords('withdrawals');
  const { left, target_currency: target } = effect;
  return (
    <dl className={styles.becomes}>
      <dt>{t('effect.hold')}</dt>
      <dd>
        <Money value={effect.hold} currency={currency} isExact />
      </dd>
      <dt>{t('effect.fee')}</dt>
      <dd>
        <Money value={effect.fee} currency={target} isExact />
      </dd>
      <dt>{t('effect.arrives')}</dt>
      <dd>
        <Money value={effect.arrives} currency={target} isExact />
      </dd>
      {effect.rate !== null && (
        <>
          <dt>{t('effect.rate')}</dt>
          <dd className="num">{effect.rate}</dd>
          <dt>{t('effect.applyUntil')}</dt>
          <dd>
            <Instant at={effect.rate_until} />
          </dd>
          <dt>{t('effect.lockedUntil')}</dt>
          <dd>
            <Instant at={effect.locked_until} />
          </dd>
        </>
      )}
      {left.today_amount !== null && (
        <>
          <dt>{t('effect.left')}</dt>
          <dd>
            <Money value={left.today_amount} currency={currency} isExact />
          </dd>
        </>
      )}
      {left.card_today !== null && (
        <>
          <dt>{t('effect.leftCard')}</dt>
          <dd>
            <Money value={left.card_today} currency={currency} isExact />
          </dd>
        </>
      )}
      <dt>{t('effect.balance')}</dt>
      <dd>
        <Money value={effect.balance_after} currency={currency} isExact />
      </dd>
    </dl>
  );
}
