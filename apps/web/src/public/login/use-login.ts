import { login, loginSuccess, validate2FA } from '@suanpan/contract/endpoints/login';
import type { z } from 'zod';
import { useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { CallFault, lastFieldMessage } from '../../lib/call-fault.ts';
import { solveCaptcha } from '../../lib/captcha.ts';

export type LoginSuccess = z.output<typeof loginSuccess>;

interface Credentials {
  readonly username: string;
  readonly password: string;
}
/** Where the login stands: credentials first, then perhaps a code, or the binding of a second factor. */
export type LoginStage =
  | { readonly kind: 'credentials' }
  | { readonly kind: 'code'; readonly challenge: string }
  | {
      readonly kind: 'binding';
      readonly secret: string;
      readonly otpauthUrl: string;
      readonly credentials: Credentials;
    };

export interface Login {
  readonly stage: LoginStage;
  readonly error: string | null;
  readonly isBusy: boolean;
  submit(credentials: Credentials): Promise<void>;
  enterCode(oneCode: string): Promise<void>;
  bind(oneCode: string): Promise<void>;
  startOver(): void;
}

const challengeEndedCode = 10002;
const invalidFieldsCode = 400;

/**
 * The login of specification §4: 99 shows the server's message, 400 the last message of the last field, 10002
 * closes the prompt; without a bot-check solution nothing is sent and `captchaMissing` is shown.
 */
export function useLogin(
  words: { captchaMissing: string },
  onSuccess: (success: LoginSuccess) => Promise<void>,
): Login {
  const [stage, setStage] = useState<LoginStage>({ kind: 'credentials' });
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const running = useRef(false);

  /** One attempt at a time; whatever it throws becomes the message under the form. */
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (cause) {
      if (!(cause instanceof CallFault)) throw cause;
      if (cause.code === challengeEndedCode) setStage({ kind: 'credentials' });
      setError(cause.code === invalidFieldsCode ? lastFieldMessage(cause) : cause.message);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  /** Null when the challenge could not be solved; the reason of the server's own refusals is kept. */
  const solve = async (): Promise<string | null> => {
    try {
      return await solveCaptcha();
    } catch (cause) {
      if (cause instanceof CallFault) throw cause;
      setError(words.captchaMissing);
      return null;
    }
  };

  const send = async (credentials: Credentials, oneCode?: string): Promise<void> => {
    const captcha = await solve();
    if (captcha === null) return;
    const answer = await call(login, {
      ...credentials,
      captcha,
      ...(oneCode === undefined ? {} : { oneCode }),
    });
    if ('access_token' in answer) await onSuccess(answer);
    else if ('validate2FA' in answer) setStage({ kind: 'code', challenge: answer.validate2FA });
    else
      setStage({
        kind: 'binding',
        secret: answer.bind2FA.secret,
        otpauthUrl: answer.bind2FA.otpauth_url,
        credentials,
      });
  };

  return {
    stage,
    error,
    isBusy,
    submit: (credentials) => attempt(() => send(credentials)),
    enterCode: (oneCode) =>
      attempt(async () => {
        if (stage.kind !== 'code') return;
        await onSuccess(await call(validate2FA, { oneCode, validate2FA: stage.challenge }));
      }),
    bind: (oneCode) =>
      attempt(async () => {
        if (stage.kind === 'binding') await send(stage.credentials, oneCode);
      }),
    startOver: () => {
      setStage({ kind: 'credentials' });
      setError(null);
    },
  };
}
