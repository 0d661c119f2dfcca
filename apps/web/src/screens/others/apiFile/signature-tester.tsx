import { Button, PasswordInput, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { vectorEpaySubmit, vectorV1Create, vectorV2Post, vectorWebhook } from '@suanpan/signing/vectors';
import { useState } from 'react';
import { Copy } from '../../../kit/copy.tsx';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { useWords } from '../../../lib/use-words.ts';
import styles from './api-file.module.css';
import { CannotSign, signFormHere, signRequestHere, signWebhookHere } from './sign-in-page.ts';
import type { SignedHere } from './sign-in-page.ts';

const forms = ['request', 'webhook', 'v1', 'epay'] as const;
type Form = (typeof forms)[number];

const fieldsOf = {
  request: ['method', 'path', 'query', 'timestamp', 'nonce', 'body'],
  webhook: ['id', 'timestamp', 'body'],
  v1: ['params'],
  epay: ['params'],
} as const;
type Field = (typeof fieldsOf)[Form][number];
type Values = Readonly<Partial<Record<Field, string>>>;

const linesOf = (params: Readonly<Record<string, string>>): string =>
  Object.entries(params)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');

/** Published examples: what they give is proven by tests. */
const examples: Readonly<Record<Form, { values: Values; secret: string; given: string }>> = {
  request: {
    values: vectorV2Post.request,
    secret: vectorV2Post.secret,
    given: vectorV2Post.signature,
  },
  webhook: { values: vectorWebhook.message, secret: vectorWebhook.secret, given: vectorWebhook.signature },
  v1: {
    values: { params: linesOf(vectorV1Create.params) },
    secret: vectorV1Create.secret,
    given: vectorV1Create.sign,
  },
  epay: {
    values: { params: linesOf(vectorEpaySubmit.params) },
    secret: vectorEpaySubmit.secret,
    given: vectorEpaySubmit.sign,
  },
};

/** Signs what is typed and holds it against what a merchant's program made of the same; nothing of it is sent anywhere. */
export function SignatureTester() {
  const t = useWords('apiFile');
  const [form, setForm] = useState<Form>('request');
  const [values, setValues] = useState<Values>({ method: 'POST', path: '/api/v2/collections' });
  const [secret, setSecret] = useState('');
  const [given, setGiven] = useState('');
  const load = () => {
    const example = examples[form];
    setValues(example.values);
    setSecret(example.secret);
    setGiven(example.given);
  };
  return (
    <section aria-label={t('parts.signature')}>
      <p className={styles.quiet}>{t('signature.private')}</p>
      <div className={styles.line}>
        <SegmentedControl
          size="xs"
          aria-label={t('signature.form')}
          value={form}
          data={forms.map((value) => ({ value, label: t(`signature.forms.${value}`) }))}
          onChange={(next) => {
            setForm(next);
            setGiven('');
          }}
        />
        <Button size="xs" variant="default" onClick={load}>
          {t('signature.example')}
        </Button>
      </div>
      <div className={styles.form}>
        {fieldsOf[form].map((field) =>
          field === 'body' || field === 'params' ? (
            <Textarea
              key={field}
              className={styles.whole ?? ''}
              label={t(`signature.${field}`)}
              value={values[field] ?? ''}
              autosize
              minRows={3}
              maxRows={12}
              spellCheck={false}
              onChange={(event) => setValues({ ...values, [field]: event.currentTarget.value })}
            />
          ) : (
            <TextInput
              key={field}
              label={t(`signature.${field}`)}
              value={values[field] ?? ''}
              spellCheck={false}
              onChange={(event) => setValues({ ...values, [field]: event.currentTarget.value })}
            />
          ),
        )}
        <PasswordInput
          label={t('signature.secret')}
          value={secret}
          autoComplete="off"
          onChange={(event) => setSecret(event.currentTarget.value)}
        />
        <TextInput
          label={t('signature.given')}
          value={given}
          spellCheck={false}
          onChange={(event) => setGiven(event.currentTarget.value.trim())}
        />
      </div>
      <Outcome form={form} values={values} secret={secret} given={given} />
    </section>
  );
}

interface OutcomeProps {
  readonly form: Form;
  readonly values: Values;
  readonly secret: string;
  readonly given: string;
}

function Outcome({ form, given, secret, values }: OutcomeProps) {
  const t = useWords('apiFile');
  if (secret === '') return <p className={styles.quiet}>{t('signature.needsSecret')}</p>;
  let signed: SignedHere;
  try {
    signed = sign(form, values, secret);
  } catch (error) {
    if (!(error instanceof CannotSign)) throw error;
    return (
      <p className={styles.wrong} role="alert">
        {error.param === null ? t('signature.badSecret') : t('signature.badParam', { name: error.param })}
      </p>
    );
  }
  const isSame = given === signed.signature;
  return (
    <div aria-live="polite">
      <h3>{t('signature.text')}</h3>
      <pre className={styles.out}>{signed.text}</pre>
      {signed.digest !== null && (
        <p className={styles.quiet}>
          {t('signature.digest')}: <Copy text={signed.digest} />
        </p>
      )}
      <h3>{t('signature.result')}</h3>
      <div className={styles.line}>
        <Copy text={signed.signature}>
          <code className="mono">{signed.signature}</code>
        </Copy>
        {given !== '' && (
          <StatusTag
            tone={isSame ? 'ok' : 'fail'}
            label={isSame ? t('signature.same') : t('signature.different')}
          />
        )}
      </div>
    </div>
  );
}

function sign(form: Form, values: Values, secret: string): SignedHere {
  const {
    body = '',
    id = '',
    method = '',
    nonce = '',
    params = '',
    path = '',
    query = '',
    timestamp = '',
  } = values;
  if (form === 'request') return signRequestHere({ method, path, query, timestamp, nonce, body }, secret);
  if (form === 'webhook') return signWebhookHere({ id, timestamp, body }, secret);
  return signFormHere(form, paramsOf(params), secret);
}

function paramsOf(lines: string): Record<string, string> {
  return Object.fromEntries(
    lines
      .split('\n')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')).trim(), line.slice(line.indexOf('=') + 1)]),
  );
}
