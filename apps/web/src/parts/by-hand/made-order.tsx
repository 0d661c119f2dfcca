import { Button } from '@mantine/core';
import { getCheckout, type CheckoutView, type Payment } from '@suanpan/contract/endpoints/checkout';
import { errorNames, type ErrorName } from '@suanpan/domain/errors';
import { checkoutPollMs } from '@suanpan/domain/limits';
import { IconExternalLink, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Copy } from '../../kit/copy.tsx';
import { Money } from '../../kit/money.tsx';
import { Qr } from '../../kit/qr.tsx';
import { call } from '../../lib/api.ts';
import { now } from '../../lib/clock.ts';
import { useMay } from '../../lib/own-user.ts';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { useWords } from '../../lib/use-words.ts';
import { PaymentTag } from './payment-tag.tsx';
import styles from './by-hand.module.css';
import type { MadeOrder } from './draft.ts';
import { ReceiptDialog } from './receipt.tsx';

interface MadeOrderPanelProps {
  readonly made: MadeOrder;
  readonly onAnother: () => void;
  /** It was paid, or it ended. */
  readonly onEnd?: () => void;
}

/** An order that was just made: what the payer scans or types, whether he has paid, and the receipt. */
export function MadeOrderPanel({ made, onAnother, onEnd }: MadeOrderPanelProps) {
  const t = useWords('counter');
  const errors = useWords('errors');
  const may = useMay();
  const [isPrinting, setPrinting] = useState(false);
  const { data: view } = useQuery({
    queryKey: [getCheckout.path, made.id],
    queryFn: ({ signal }) =>
      call(getCheckout, { t: tokenOf(made.checkout_url) }, { signal, background: true }),
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.status === 'pending' ? checkoutPollMs : false,
  });
  const status = view?.status ?? made.status;
  const isOpen = status === 'pending';
  const isNarrow = useIsNarrow();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the form stands above it, and the payer looks for his code.
    if (isNarrow) place.current?.scrollIntoView({ block: 'start' });
  }, [isNarrow, made.id]);
  useEffect(() => {
    if (!isOpen) onEnd?.();
  }, [isOpen, onEnd]);
  const refusal = errorNames.find((name): name is ErrorName => name === made.refusal);
  return (
    <section ref={place} className={styles.made} aria-live="polite" aria-label={t('made')}>
      <header>
        <Money value={view?.pay_amount ?? made.order_amount} currency={made.currency} />
        <PaymentTag status={status} />
        {isOpen && view && <TimeLeft view={view} />}
      </header>
      {refusal !== undefined && isOpen && view?.payment == null && (
        <p role="alert" className={styles.refusal}>
          {errors(refusal)}
        </p>
      )}
      {isOpen && <WayToPay payment={view?.payment ?? null} url={made.checkout_url} />}
      {view?.claimed === true && isOpen && <p role="status">{t('claimed')}</p>}
      <dl className={styles.facts}>
        <dt>{t('order')}</dt>
        <dd>
          <Copy text={made.order_no} />
        </dd>
        <dt>{t('merchantOrder')}</dt>
        <dd>
          <Copy text={made.merchant_order_no} />
        </dd>
        <dt>{t('link')}</dt>
        <dd className={styles.link}>
          <Copy text={made.checkout_url} />
        </dd>
      </dl>
      <footer>
        <Button onClick={onAnother}>{t('another')}</Button>
        <Button
          variant="default"
          component="a"
          href={made.checkout_url}
          target="_blank"
          rel="noreferrer"
          rightSection={<IconExternalLink size={15} aria-hidden />}
        >
          {t('open')}
        </Button>
        {view?.paid_at != null && (
          <Button
            variant="default"
            leftSection={<IconPrinter size={15} aria-hidden />}
            onClick={() => setPrinting(true)}
          >
            {t('print')}
          </Button>
        )}
        {may('collections.transactions.get') && (
          <Button variant="default" component="a" href={`#/wrap/collections.transactions?open=${made.id}`}>
            {t('detail')}
          </Button>
        )}
      </footer>
      {isPrinting && view && <ReceiptDialog made={made} view={view} onClose={() => setPrinting(false)} />}
    </section>
  );
}

function tokenOf(url: string): string {
  return new URLSearchParams(url.slice(url.indexOf('?'))).get('t') ?? '';
}

/** What the payer needs: his code, the account to transfer to, or the page where he chooses. */
function WayToPay({ payment, url }: { payment: Payment | null; url: string }) {
  const t = useWords('counter');
  if (payment?.type === 'bank_account') {
    return (
      <div className={styles.way}>
        {payment.qr !== null && <Qr content={payment.qr} label={t('scanToPay')} size={176} />}
        <dl className={styles.facts}>
          <dt>{t('bank')}</dt>
          <dd>
            {payment.bank_code} {payment.bank_name} {payment.branch}
          </dd>
          <dt>{t('account')}</dt>
          <dd className="num">
            <Copy text={payment.account_no} />
          </dd>
          <dt>{t('holder')}</dt>
          <dd>{payment.holder}</dd>
        </dl>
      </div>
    );
  }
  if (payment?.type === 'cvs_code') {
    return (
      <dl className={styles.facts}>
        <dt>{t('code')}</dt>
        <dd className="num">
          <Copy text={payment.code} />
        </dd>
      </dl>
    );
  }
  const content = payment?.type === 'qr' ? payment.content : url;
  const says = payment?.type === 'qr' ? t('scanToPay') : t('scan');
  return (
    <figure className={styles.way}>
      <Qr content={content} label={says} size={208} />
      <figcaption>{says}</figcaption>
    </figure>
  );
}

function TimeLeft({ view }: { view: CheckoutView }) {
  const t = useWords('counter');
  const [leftMs, setLeftMs] = useState(0);
  useEffect(() => {
    const offsetMs = Date.parse(view.server_time) - now();
    const tick = (): void => setLeftMs(Math.max(0, Date.parse(view.expires_at) - now() - offsetMs));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [view.expires_at, view.server_time]);
  const seconds = Math.floor(leftMs / 1_000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return <span className="num">{t('left', { time })}</span>;
}
