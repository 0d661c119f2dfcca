import { grid, only } from '../table.ts';
import type { Row } from '../table.ts';
import { absent, fileTypeRefused, noPaymentPassword, reason, stepUp } from './vocabulary.ts';

/** Those who earn move what they earned; whoever is no proxy is told that it is for proxies. */
const transfer = grid(`
                own
  admin         proxy
  manager       proxy
  staff         proxy
  agent         ok
  agentStaff    no
  subAgent      ok
  middleman     ok
  merchant      proxy
  subWithout    proxy
  subWith       proxy
  impersonated  no`);

/** A senior agent funds his own merchants and nobody else. */
const fund = grid(`
                own    below  beside  above  other  absent
  admin         proxy  proxy  proxy   -      proxy  proxy
  manager       proxy  proxy  proxy   proxy  proxy  proxy
  staff         proxy  proxy  proxy   proxy  proxy  proxy
  agent         404    ok     404     404    404    404
  agentStaff    no     no     no      no     no     no
  subAgent      no     no     no      no     no     no
  middleman     no     no     no      no     no     no
  merchant      proxy  proxy  proxy   proxy  proxy  proxy
  subWithout    proxy  -      proxy   proxy  proxy  proxy
  subWith       proxy  -      proxy   proxy  proxy  proxy
  impersonated  no     no     no      no     no     no`);

/** The platform changes what owners of money have; nobody of the cast is allowed to by hand. */
const adjust = grid(`
                own  below  beside  above  other  absent
  admin         404  ok     404     -      ok     404
  manager       404  ok     404     404    ok     404
  staff         no   no     no      no     no     no
  agent         no   no     no      no     no     no
  agentStaff    no   no     no      no     no     no
  subAgent      no   no     no      no     no     no
  middleman     no   no     no      no     no     no
  merchant      no   no     no      no     no     no
  subWithout    no   -      no      no     no     no
  subWith       no   -      no      no     no     no
  impersonated  no   no     no      no     no     no`);

const readers = 'admin manager agent subAgent middleman';

/** A merchant for himself, those above him for the merchants of their tree. */
const applyFor = grid(`
                own  beside  other  absent
  admin         ok   ok      ok     404
  manager       ok   ok      ok     404
  staff         no   no      no     no
  agent         ok   ok      404    404
  agentStaff    no   no      no     no
  subAgent      no   no      no     no
  middleman     no   no      no     no
  merchant      ok   404     404    404
  subWithout    no   no      no     no
  subWith       ok   404     404    404
  impersonated  no   no      no     no`);

/** Only the platform sees what came to its bank. */
const decide = grid(`
                own  beside  other  absent
  admin         ok   ok      ok     404
  manager       ok   ok      ok     404
  staff         no   no      no     no
  agent         no   no      no     no
  agentStaff    no   no      no     no
  subAgent      no   no      no     no
  middleman     no   no      no     no
  merchant      no   no      no     no
  subWithout    no   no      no     no
  subWith       no   no      no     no
  impersonated  no   no      no     no`);

export const fundRows: readonly Row[] = [
  { call: 'GET /cashManagement3', about: 'nothing', expects: only(readers) },
  { call: 'GET /cashManagement3/register', about: 'nothing', expects: only(readers) },
  {
    call: 'POST /cashManagement3/transfer',
    about: 'nothing',
    expects: transfer,
    passes: noPaymentPassword,
    sends: () => ({ currency: 'TWD', amount: '1', reason, ...stepUp }),
  },
  {
    call: 'POST /cashManagement3/fund',
    about: 'user',
    expects: fund,
    passes: noPaymentPassword,
    sends: ({ id }) => ({ customer_id: id, amount: '1', reason, ...stepUp }),
  },
  {
    call: 'POST /cashManagement3/manualAdjustment',
    about: 'user',
    expects: adjust,
    passes: noPaymentPassword,
    sends: ({ id }) => ({
      owner_id: id,
      direction: 'add',
      amount: '1',
      source: 'goodwill',
      reason,
      ...stepUp,
    }),
  },
  {
    call: 'GET /collection/deposits',
    about: 'nothing',
    expects: only('admin manager agent merchant subWith impersonated'),
  },
  {
    call: 'POST /collection/deposits',
    about: 'merchant',
    expects: applyFor,
    sends: ({ id }) => ({
      owner_id: id,
      amount: '1',
      currency: 'TWD',
      method: 'bank',
      payer_last5: '12345',
    }),
  },
  {
    call: 'POST /collection/deposits/slips',
    about: 'nothing',
    expects: only('admin manager agent merchant subWith'),
    passes: fileTypeRefused,
    sends: () => ({ this: 'is no picture' }),
  },
  {
    call: 'GET /collection/deposits/slips/{hash}',
    about: 'nothing',
    expects: only('admin manager agent merchant subWith'),
    passes: absent,
    names: { hash: '0'.repeat(64) },
  },
  ...['approve', 'reject'].map((act): Row => ({
    call: `POST /collection/deposits/{id}/${act}`,
    about: 'deposit',
    expects: decide,
    passes: noPaymentPassword,
    sends: () => ({ reason, ...stepUp }),
  })),
  {
    call: 'POST /collection/deposits/{id}/cancel',
    about: 'deposit',
    expects: applyFor,
    passes: noPaymentPassword,
    sends: () => ({ reason, ...stepUp }),
  },
];
