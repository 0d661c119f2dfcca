import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../lib/use-words.ts';
import { CodeField, lackOfCode } from './code-field.tsx';
import { Copy } from './copy.tsx';
import { Qr } from './qr.tsx';
import styles from './binding-wizard.module.css';

interface BindingWizardProps {
  readonly secret: string;
  readonly otpauthUrl: string;
  /** Binds with the six digits; what it throws is shown under the field. */
  readonly onBind: (oneCode: string) => Promise<void>;
  readonly error: string | null;
  readonly isBusy: boolean;
}

const steps = [1, 2, 3] as const;

/** Exactly three steps: install an authenticator, take over the secret, enter six digits. */
export function BindingWizard({ secret, otpauthUrl, onBind, error, isBusy }: BindingWizardProps) {
  const t = useWords('login');
  const [step, setStep] = useState<1 | 2 | 3>(1);
  const [code, setCode] = useState('');
  const [lack, setLack] = useState<ReturnType<typeof lackOfCode>>(null);
  const change = (next: string): void => {
    setCode(next);
    setLack(null);
  };
  const bind = (oneCode: string): void => {
    const found = lackOfCode(oneCode);
    setLack(found);
    if (found === null) void onBind(oneCode).finally(() => setCode(''));
  };
  return (
    <div className={styles.wizard}>
      <ol className={styles.steps}>
        {steps.map((number) => (
          <li
            key={number}
            aria-current={number === step ? 'step' : undefined}
            data-done={number < step || undefined}
          >
            <span aria-hidden>{number}</span>
            {t(`binding.step${number}`)}
          </li>
        ))}
      </ol>
      <p className={styles.text}>{t(`binding.step${step}Text`)}</p>
      {step === 2 && (
        <div className={styles.secret}>
          <Qr content={otpauthUrl} label={t('binding.step2')} size={176} />
          <div>
            <span className={styles.secretLabel}>{t('binding.secret')}</span>
            <Copy text={secret}>
              <code className="mono">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            </Copy>
          </div>
        </div>
      )}
      {step === 3 && (
        <CodeField
          label={t('code.label')}
          value={code}
          onChange={change}
          onComplete={bind}
          error={lack === null ? error : t(`code.${lack}`)}
          isBusy={isBusy}
        />
      )}
      <div className={styles.foot}>
        {step > 1 && (
          <Button variant="default" onClick={() => setStep(step === 3 ? 2 : 1)} disabled={isBusy}>
            {t('binding.back')}
          </Button>
        )}
        {step < 3 ? (
          <Button onClick={() => setStep(step === 1 ? 2 : 3)}>{t('binding.next')}</Button>
        ) : (
          <Button onClick={() => bind(code)} loading={isBusy}>
            {t('binding.submit')}
          </Button>
        )}
      </div>
    </div>
  );
}
