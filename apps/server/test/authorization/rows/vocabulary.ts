import { grid } from '../table.ts';

/** The landing page, one's own person and notices: everybody but a sub-account that was granted nothing. */
export const inside = 'admin manager staff agent agentStaff subAgent middleman merchant subWith impersonated';
/** The same without whoever acts for another: passwords, codes and addresses are one's own to change. */
export const insideAsOneself = 'admin manager staff agent agentStaff subAgent middleman merchant subWith';
export const platform = 'admin manager';
export const platformAndAgent = 'admin manager agent';

/** Codes that only somebody meets who was let in. */
export const invalid = 400;
export const absent = 404;
export const challengeEnded = 10_002;
export const stale = 20_412;
export const codeEnded = 20_431;
export const demoAlone = 21_805;
/** Nobody of the cast has a payment password: whoever would be let through stops here. */
export const noPaymentPassword = 20_435;
export const wrongPassword = 20_436;
export const unchangedState = 21_001;
export const fileTypeRefused = 21_803;

export const stepUp = { payment_password: 'none was ever set', one_code: '000000' };
export const reason = 'as the table asks';
/** A state that no user ever stood at. */
export const oldVersion = '2020-01-01T00:00:00.000Z';

/** One's own to end; any other is absent, also to the platform. Nobody ends it in another's name. */
export const ownAlone = grid(`
                own  other  absent
  admin         ok   404    404
  manager       ok   404    404
  staff         ok   404    404
  agent         ok   404    404
  agentStaff    ok   404    404
  subAgent      ok   404    404
  middleman     ok   404    404
  merchant      ok   404    404
  subWithout    no   no     no
  subWith       ok   404    404
  impersonated  no   no     no`);
