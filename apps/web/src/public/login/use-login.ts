import type { OutputOf } from '@suanpan/contract/endpoint';
import { login, validate2FA } from '@suanpan/contract/endpoints/login';
import { useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { CallFault, lastFieldMessage } from '../../lib/call-fault.ts';
import { now } from '../../lib/clock.ts';
import { solveCaptcha } from '../../lib/captcha.ts';

export type LoginSuccess = OutputOf<typeof validate2FA>;

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

/** How far the bot check is; it is solved while the credentials are typed. */
export type CheckState = 'idle' | 'working' | 'done' | 'failed';

export interface Login {
  readonly stage: LoginStage;
  readonly check: CheckState;
  readonly error: string | null;
  readonly isBusy: boolean;
  submit(credentials: Credentials): Promise<void>;
  enterCode(oneCode: string): Promise<void>;
  bind(oneCode: string): Promise<void>;
  startOver(): void;
  /** Begins to solve the bot check; harmless to call again. */
  prepare(): void;
}

/** A solution counts once and for two minutes; one that has waited too long is made anew. */
const freshMs = 100_000;
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
  const [check, setCheck] = useState<CheckState>('idle');
  const running = useRef(false);
  const solution = useRef<{ at: number; promise: Promise<string> } | null>(null);

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

  /** Solved before anybody is named; with a name when the server wants more for that one. */
  const startCheck = (username?: string): Promise<string> => {
    const ready = username === undefined ? solution.current : null;
    if (ready && now() - ready.at < freshMs) return ready.promise;
    const promise = solveCaptcha(username);
    solution.current = { at: now(), promise };
    setCheck('working');
    promise.then(
      () => setCheck('done'),
      () => {
        solution.current = null;
        setCheck('failed');
      },
    );
    return promise;
  };
  /** Null when the challenge could not be solved; the reason of the server's own refusals is kept. */
  const solve = async (username?: string): Promise<string | null> => {
    try {
      const solved = await startCheck(username);
      solution.current = null;
      return solved;
    } catch (cause) {
      if (cause instanceof CallFault) throw cause;
      setError(words.captchaMissing);
      return null;
    }
  };

  /** A solution that is too cheap for this name, or has waited too long, is made anew once. */
  const knock = async (
    credentials: Credentials,
    oneCode: string | undefined,
    isSecond = false,
  ): Promise<OutputOf<typeof login> | null> => {
    const captcha = await solve(isSecond ? credentials.username : undefined);
    if (captcha === null) return null;
    try {
      return await call(login, { ...credentials, captcha, ...(oneCode === undefined ? {} : { oneCode }) });
    } catch (cause) {
      const wantsMore = cause instanceof CallFault && 'captcha' in cause.fields;
      if (isSecond || !wantsMore) throw cause;
      return knock(credentials, oneCode, true);
    }
  };

  const send = async (credentials: Credentials, oneCode?: string): Promise<void> => {
    const answer = await knock(credentials, oneCode);
    if (answer === null) return;
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
    check,
    prepare: () => void startCheck().catch(() => null),
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
