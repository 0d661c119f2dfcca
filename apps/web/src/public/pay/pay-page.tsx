/** @jsxImportSource preact */
import type { CheckoutView, Payment } from '@suanpan/contract/endpoints/checkout';
import { display2, plainAmount } from '@suanpan/money/display';
import { localeNames, locales } from '@suanpan/messages/locale';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { currentLocale, setLocale } from '../../lib/locale.ts';
import { BankTransfer } from './bank-transfer.tsx';
import { BarcodePay } from './barcode-pay.tsx';
import { ChooseMethod } from './choose-method.tsx';
import { CryptoPay } from './crypto-pay.tsx';
import { CvsPay, GatewayPay, QrPay } from './other-ways.tsx';
import styles from './pay.module.css';
import { fill, usePayWords } from './pay-words.ts';
import { Result } from './result.tsx';
import type { FirstView } from './pay-api.ts';
import { useCheckout, type Checkout } from './use-checkout.ts';
import { WeChatSteps } from './wechat-steps.tsx';

/** The payer's page: what he owes and to whom, how long it holds, and the one thing to do now. */
export function PayPage({ token, first }: { token: string; first: FirstView | null }) {
  const words = usePayWords();
  const checkout = useCheckout(token, first);
  const { view, fault } = checkout;
  usePageName(view, token);
  if (fault?.kind === 'gone') return <DeadLink />;
  if (view === null) {
    return (
      <Frame>
        <p className={styles.note} role="status">
          {fault?.kind === 'unreachable' ? words.offline : words.loading}
        </p>
      </Frame>
    );
  }
  const isOpen = view.status === 'pending' && checkout.leftMs > 0;
  return (
    <Frame view={view}>
      {view.is_test && <p className={styles.test}>{words.test}</p>}
      {view.maintenance !== null && (
        <p className={styles.test} role="status">
          {view.maintenance}
        </p>
      )}
      <Head view={view} leftMs={checkout.leftMs} isOpen={isOpen} />
      {fault !== null && (
        <p className={styles.fault} role="alert">
          {fault.kind === 'unreachable' ? words.offline : fault.message}
        </p>
      )}
      <Body view={view} checkout={checkout} isOpen={isOpen} />
      {isOpen && !view.claimed && <Cancel checkout={checkout} />}
    </Frame>
  );
}

export function DeadLink() {
  const words = usePayWords();
  return (
    <Frame>
      <div className={styles.result} data-look="fail" role="alert">
        <svg viewBox="0 0 48 48" width="56" height="56" aria-hidden>
          <circle cx="24" cy="24" r="22" />
          <path d="M16 16l16 16M32 16L16 32" />
        </svg>
        <h2>{words.invalid}</h2>
        <p>{words.invalidHint}</p>
      </div>
    </Frame>
  );
}

/** At zero nothing to pay to is shown any more, whatever the server has said before: nobody shall pay late. */
function Body({ view, checkout, isOpen }: { view: CheckoutView; checkout: Checkout; isOpen: boolean }) {
  const [wasAsked] = useState(view.payment === null);
  if (!isOpen) return <Result view={view.status === 'pending' ? { ...view, status: 'expired' } : view} />;
  const { payment } = view;
  if (payment === null) return <ChooseMethod view={view} checkout={checkout} />;
  return (
    <FoundWay isChosenHere={wasAsked}>
      {view.page === 'wxbank' && <WeChatSteps payment={payment} />}
      <Way view={view} payment={payment} checkout={checkout} />
    </FoundWay>
  );
}

/** Whoever chose by keyboard, or listens, is led to what came of it: the form in which he was is gone. */
function FoundWay({ children, isChosenHere }: { children: ComponentChildren; isChosenHere: boolean }) {
  const words = usePayWords();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isChosenHere) place.current?.focus();
  }, [isChosenHere]);
  return (
    <section ref={place} tabIndex={-1} className={styles.way} aria-label={words.payExactly}>
      {children}
    </section>
  );
}

/** The way to pay that was found, each kind in its own form. */
function Way({ view, payment, checkout }: { view: CheckoutView; payment: Payment; checkout: Checkout }) {
  switch (payment.type) {
    case 'bank_account':
      return <BankTransfer view={view} account={payment} checkout={checkout} />;
    case 'qr':
      return <QrPay payment={payment} />;
    case 'redirect':
      return <GatewayPay payment={payment} orderNo={view.order_no} />;
    case 'cvs_code':
      return <CvsPay payment={payment} />;
    case 'barcode':
      return <BarcodePay payment={payment} />;
    case 'crypto_address':
      return <CryptoPay view={view} payment={payment} />;
    case 'form':
      // The server tells payers where the form is posted from, never the form itself.
      return null;
  }
}

function Head({ view, leftMs, isOpen }: { view: CheckoutView; leftMs: number; isOpen: boolean }) {
  const words = usePayWords();
  const seconds = Math.ceil(leftMs / 1_000);
  const clock = `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <section className={styles.head}>
      <p className={styles.amountLabel}>{isOpen ? words.payExactly : words.amount}</p>
      <p className={styles.amount}>
        <small>{view.currency}</small> {/* A chain moves what is typed, to its last digit. */}
        {view.payment?.type === 'crypto_address' ? plainAmount(view.pay_amount) : display2(view.pay_amount)}
      </p>
      {view.pay_amount !== view.amount && <p>{fill(words.orderAmount, { amount: display2(view.amount) })}</p>}
      <dl className={styles.facts}>
        <dt>{words.merchant}</dt>
        <dd>{view.merchant_name}</dd>
        <dt>{words.orderNo}</dt>
        <dd className={styles.figures}>{view.order_no}</dd>
        {view.product_name !== null && (
          <>
            <dt>{words.product}</dt>
            <dd>{view.product_name}</dd>
          </>
        )}
        {isOpen && (
          <>
            <dt>{words.timeLeft}</dt>
            <dd className={styles.clock} data-short={seconds < 60 || undefined}>
              <span role="timer">{clock}</span>
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

function Cancel({ checkout }: { checkout: Checkout }) {
  const words = usePayWords();
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <button type="button" className={styles.quiet} onClick={() => setAsking(true)}>
        {words.cancel}
      </button>
    );
  }
  return (
    <div className={styles.ask} role="group" aria-label={words.cancel}>
      <p>{words.cancelConfirm}</p>
      <button type="button" className={styles.secondary} onClick={() => setAsking(false)}>
        {words.cancelKeep}
      </button>
      <button
        type="button"
        className={styles.danger}
        disabled={checkout.isBusy}
        onClick={() => void checkout.act('cancel')}
      >
        {words.cancel}
      </button>
    </div>
  );
}

function Frame({ view, children }: { view?: CheckoutView; children: ComponentChildren }) {
  const words = usePayWords();
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        {view?.logo ? <img src={view.logo} alt="" height={24} /> : <Beads />}
        <strong>{view?.app_name ?? words.title}</strong>
        <select
          aria-label={words.language}
          value={currentLocale()}
          onChange={(event) => setLocale(event.currentTarget.value as (typeof locales)[number])}
        >
          {locales.map((locale) => (
            <option key={locale} value={locale}>
              {localeNames[locale]}
            </option>
          ))}
        </select>
      </header>
      <main className={styles.card}>{children}</main>
      <footer className={styles.foot}>{words.service}</footer>
    </div>
  );
}

function Beads() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden className={styles.beads}>
      <path d="M3 8h18M7 3v18M12 3v18M17 3v18" />
      <ellipse cx="7" cy="12" rx="3" ry="2" />
      <ellipse cx="12" cy="16" rx="3" ry="2" />
      <ellipse cx="17" cy="5.5" rx="3" ry="2" />
    </svg>
  );
}

/** The address names the page that is shown, and the title says what it is about. */
function usePageName(view: CheckoutView | null, token: string): void {
  const words = usePayWords();
  const page = view?.page;
  useEffect(() => {
    if (page !== undefined) history.replaceState(null, '', `#/${page}?t=${token}`);
    document.title = view === null ? words.title : `${words.title} · ${view.merchant_name}`;
  }, [page, token, view, words]);
}
