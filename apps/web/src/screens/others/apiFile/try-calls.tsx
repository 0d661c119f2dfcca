import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { now } from '../../../lib/clock.ts';
import { useSelf } from '../../../lib/own-user.ts';
import { useWords } from '../../../lib/use-words.ts';
import { RawText } from '../../../parts/raw-text.tsx';
import styles from './api-file.module.css';
import { isAnswerSigned, signRequestHere } from './sign-in-page.ts';

const tries = ['create', 'balance', 'methods', 'events'] as const;
type Try = (typeof tries)[number];
const paths: Readonly<Record<Try, string>> = {
  create: '/api/v2/collections',
  balance: '/api/v2/balance',
  methods: '/api/v2/methods',
  events: '/api/v2/events',
};

interface Exchange {
  readonly sent: string;
  /** Null where nothing came back. */
  readonly answer: { readonly status: number; readonly body: string; readonly signed: Signed } | null;
}
type Signed = 'verified' | 'unverified' | 'unsigned';

const testKey = /^ak_test_\w+$/;

/** The merchant API itself, called from the page with a test key: what is sent, what is answered, and who signed it. */
export function TryCalls() {
  const t = useWords('apiFile');
  const { currency } = useSelf();
  const [wanted, setWanted] = useState<Try>('create');
  const [key, setKey] = useState('');
  const [secret, setSecret] = useState('');
  const [fields, setFields] = useState({ orderNo: newOrderNo(), amount: '1500.00', method: '', name: '' });
  const [isBusy, setBusy] = useState(false);
  const [exchange, setExchange] = useState<Exchange | null>(null);
  const isKey = testKey.test(key);
  const send = async () => {
    setBusy(true);
    try {
      const { amount, method, name, orderNo } = fields;
      const body =
        wanted === 'create'
          ? JSON.stringify({
              order_no: orderNo,
              amount,
              currency,
              ...(method !== '' && { method }),
              ...(name !== '' && { payer: { name } }),
            })
          : '';
      setExchange(await exchangeOf(wanted, body, { key, secret }));
    } finally {
      setBusy(false);
    }
  };
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    spellCheck: false,
    onChange: (event: { readonly currentTarget: HTMLInputElement }) =>
      setFields({ ...fields, [name]: event.currentTarget.value.trim() }),
  });
  return (
    <section aria-label={t('trial.title')}>
      <h2>{t('trial.title')}</h2>
      <p className={styles.quiet}>{t('trial.hint')}</p>
      <form
        className={styles.form}
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          if (isKey && secret !== '' && !isBusy) void send();
        }}
      >
        <TextInput
          label={t('trial.key')}
          value={key}
          spellCheck={false}
          error={key !== '' && !isKey && t('trial.onlyTest')}
          onChange={(event) => setKey(event.currentTarget.value.trim())}
        />
        <PasswordInput
          label={t('trial.secret')}
          value={secret}
          autoComplete="off"
          onChange={(event) => setSecret(event.currentTarget.value.trim())}
        />
        <NativeSelect
          label={t('trial.call')}
          value={wanted}
          data={tries.map((value) => ({ value, label: t(`trial.calls.${value}`) }))}
          onChange={(event) => setWanted(event.currentTarget.value as Try)}
        />
        {wanted === 'create' && (
          <>
            <TextInput label={t('trial.orderNo')} {...field('orderNo')} />
            <TextInput
              label={`${t('trial.amount')} (${currency})`}
              {...field('amount')}
              inputMode="decimal"
            />
            <TextInput label={t('trial.method')} {...field('method')} />
            <TextInput label={t('trial.payerName')} {...field('name')} />
          </>
        )}
        <div>
          <Button type="submit" disabled={!isKey || secret === ''} loading={isBusy}>
            {t('trial.send')}
          </Button>
        </div>
      </form>
      {exchange !== null && <Shown exchange={exchange} />}
    </section>
  );
}

function Shown({ exchange: { answer, sent } }: { exchange: Exchange }) {
  const t = useWords('apiFile');
  const checkout = answer === null ? null : checkoutIn(answer.body);
  return (
    <div aria-live="polite">
      <RawText label={t('trial.sent')} text={sent} />
      {answer === null ? (
        <p className={styles.wrong} role="alert">
          {t('trial.failed')}
        </p>
      ) : (
        <>
          <div className={styles.line}>
            <StatusTag
              tone={answer.status < 300 ? 'ok' : 'fail'}
              label={t('trial.answered', { status: answer.status })}
            />
            <span className={answer.signed === 'verified' ? styles.right : styles.wrong}>
              {t(`trial.${answer.signed}`)}
            </span>
            {checkout !== null && (
              <a href={checkout} target="_blank" rel="noreferrer">
                {t('trial.checkout')}
              </a>
            )}
          </div>
          <pre className={styles.out}>{laidOut(answer.body)}</pre>
        </>
      )}
    </div>
  );
}

async function exchangeOf(
  wanted: Try,
  body: string,
  { key, secret }: { readonly key: string; readonly secret: string },
): Promise<Exchange> {
  const method = wanted === 'create' ? 'POST' : 'GET';
  const path = paths[wanted];
  const timestamp = String(Math.floor(now() / 1_000));
  const nonce = newNonce();
  const { signature } = signRequestHere({ method, path, query: '', timestamp, nonce, body }, secret);
  const headers = {
    'X-Api-Key': key,
    'X-Timestamp': timestamp,
    'X-Nonce': nonce,
    'X-Signature': signature,
    ...(body !== '' && { 'Content-Type': 'application/json' }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const sent = [`${method} ${path}`, ...lines, '', body].join('\n');
  try {
    const response = await fetch(path, {
      method,
      headers,
      credentials: 'omit',
      ...(body !== '' && { body }),
    });
    const text = await response.text();
    const given = response.headers.get('X-Signature');
    const answer = {
      timestamp: response.headers.get('X-Timestamp') ?? '',
      status: response.status,
      body: text,
    };
    const signed =
      given === null ? 'unsigned' : isAnswerSigned(answer, given, secret) ? 'verified' : 'unverified';
    return { sent, answer: { status: response.status, body: text, signed } };
  } catch {
    return { sent, answer: null };
  }
}

/** The payer's page of an order that was made; an address of another house is not opened. */
function checkoutIn(body: string): string | null {
  try {
    const { checkout_url: url } = JSON.parse(body) as { checkout_url?: unknown };
    return typeof url === 'string' && /^https?:\/\//.test(url) ? url : null;
  } catch {
    return null;
  }
}

function laidOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

const random = (count: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
const newNonce = (): string => random(16);
const newOrderNo = (): string => `TRY${random(6).toUpperCase()}`;
