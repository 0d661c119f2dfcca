import { anySession, evenLocked, everybody, grid, only } from '../table.ts';
import type { Row } from '../table.ts';
import {
  absent,
  challengeEnded,
  codeEnded,
  inside,
  insideAsOneself,
  invalid,
  noPaymentPassword,
  oldVersion,
  ownAlone,
  stale,
  stepUp,
  wrongPassword,
} from './vocabulary.ts';

/** Coming in: public, and each call answers everybody alike. */
const comingIn: readonly Row[] = [
  { call: 'GET /branding', about: 'nothing', expects: everybody },
  { call: 'GET /captcha', about: 'nothing', expects: everybody },
  {
    call: 'POST /login',
    about: 'nothing',
    expects: everybody,
    passes: invalid,
    sends: () => ({ username: 'nobody', password: 'nothing at all', captcha: 'bm90aGluZw==' }),
  },
  {
    call: 'POST /validate2FA',
    about: 'nothing',
    expects: everybody,
    passes: challengeEnded,
    sends: () => ({ oneCode: '000000', validate2FA: 'no such challenge' }),
  },
  {
    call: 'POST /setPassword',
    about: 'nothing',
    expects: everybody,
    passes: absent,
    sends: () => ({ code: 'no such code', password: 'correct horse battery staple' }),
  },
  {
    call: 'POST /enter',
    about: 'nothing',
    expects: everybody,
    passes: codeEnded,
    sends: () => ({ code: 'no such code' }),
  },
  // The demo is off: there are no such routes.
  { call: 'GET /demo/progress', about: 'nothing', expects: everybody, passes: absent },
  { call: 'GET /demo/accounts', about: 'nothing', expects: everybody, passes: absent },
  {
    call: 'POST /demo/login',
    about: 'nothing',
    expects: everybody,
    passes: absent,
    sends: () => ({ username: 'admin.lin' }),
  },
];

/** Says whether a token is good, and says it to everybody. */
const tokenIsGood = grid(
  `
                own
  admin         ok
  manager       ok
  staff         ok
  agent         ok
  agentStaff    ok
  subAgent      ok
  middleman     ok
  merchant      ok
  subWithout    ok
  subWith       ok
  impersonated  ok`,
  { anonymous: 'bad', expired: 'bad', apiKey: 'bad', locked: 'ok' },
);

/** A second factor is bound once; only a locked session gets a secret. */
const onlyTheUnboundBind = grid(
  `
                own
  admin         bound
  manager       bound
  staff         bound
  agent         bound
  agentStaff    bound
  subAgent      bound
  middleman     bound
  merchant      bound
  subWithout    bound
  subWith       bound
  impersonated  bound`,
  { anonymous: 'out', expired: 'out', apiKey: 'out', locked: 'ok' },
);

const session: readonly Row[] = [
  { call: 'GET /validate/token', about: 'nothing', expects: tokenIsGood },
  { call: 'POST /validate/token', about: 'nothing', expects: tokenIsGood },
  { call: 'GET /logout', about: 'nothing', expects: evenLocked },
  { call: 'POST /logout', about: 'nothing', expects: evenLocked },
  { call: 'GET /2FA', about: 'nothing', expects: onlyTheUnboundBind },
  {
    call: 'POST /2FA',
    about: 'nothing',
    expects: onlyTheUnboundBind,
    passes: 10_003,
    sends: () => ({ oneCode: '000000' }),
  },
];

/** What the shell needs: one's own, and nobody else's. */
const shell: readonly Row[] = [
  { call: 'GET /users/self', about: 'nothing', expects: evenLocked },
  { call: 'GET /users/permissions', about: 'nothing', expects: evenLocked },
  { call: 'GET /users/menu', about: 'nothing', expects: evenLocked },
  { call: 'GET /banks/{country}', about: 'nothing', expects: evenLocked, names: { country: 'TW' } },
  { call: 'GET /openapi.json', about: 'nothing', expects: anySession },
  { call: 'GET /users/preferences', about: 'nothing', expects: anySession },
  { call: 'GET /users/shared-preferences', about: 'nothing', expects: anySession },
  {
    call: 'GET /users/preferences/{key}',
    about: 'nothing',
    expects: anySession,
    names: { key: 'menu.collapsed' },
  },
  {
    call: 'PUT /users/preferences/{key}',
    about: 'nothing',
    expects: anySession,
    names: { key: 'menu.collapsed' },
    sends: () => ({ value: true }),
  },
];

/** One's own person. Whoever acts for another changes nothing of his. */
const personal: readonly Row[] = [
  { call: 'GET /users/self/profile', about: 'nothing', expects: only(inside) },
  {
    call: 'PUT /users/self/profile',
    about: 'nothing',
    expects: only(insideAsOneself),
    passes: stale,
    sends: () => ({ phone: '', email: '', updated_at: oldVersion }),
  },
  {
    call: 'POST /users/self/password',
    about: 'nothing',
    expects: only(insideAsOneself),
    passes: wrongPassword,
    sends: () => ({
      password: 'not the password',
      new_password: 'correct horse battery staple',
      one_code: '000000',
    }),
  },
  {
    call: 'POST /users/self/paymentPassword',
    about: 'nothing',
    expects: only(insideAsOneself),
    passes: wrongPassword,
    sends: () => ({
      password: 'not the password',
      new_payment_password: 'correct horse battery staple',
      one_code: '000000',
    }),
  },
  {
    call: 'POST /users/self/twoFactor/start',
    about: 'nothing',
    expects: only(insideAsOneself),
    passes: wrongPassword,
    sends: () => ({ password: 'not the password', one_code: '000000' }),
  },
  {
    call: 'POST /users/self/twoFactor',
    about: 'nothing',
    expects: only(insideAsOneself),
    passes: challengeEnded,
    sends: () => ({ one_code: '000000' }),
  },
  {
    call: 'PUT /users/self/ipAllowlist',
    about: 'nothing',
    expects: only(insideAsOneself),
    passes: noPaymentPassword,
    sends: () => ({ ip_allowlist: [], updated_at: oldVersion, ...stepUp }),
  },
];

/** Own sessions: one's own can be ended, any other is absent. */
const ownSessions: readonly Row[] = [
  { call: 'GET /users/self/sessions', about: 'nothing', expects: only(inside) },
  { call: 'DELETE /users/self/sessions', about: 'nothing', expects: only(insideAsOneself) },
  { call: 'DELETE /users/self/sessions/{session_id}', about: 'session', expects: ownAlone },
];

export const doorRows: readonly Row[] = [...comingIn, ...session, ...shell, ...personal, ...ownSessions];
