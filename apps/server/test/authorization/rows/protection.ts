import { grid, only } from '../table.ts';
import type { Row } from '../table.ts';
import { absent, platform, platformAndAgent, stale } from './vocabulary.ts';

/** An entry of one's own tree, one that the platform wrote for all, one of another senior agent. */
const remove = grid(`
                own  above  other  absent
  admin         ok   ok     ok     404
  manager       ok   ok     ok     404
  staff         no   no     no     no
  agent         ok   404    404    404
  agentStaff    no   no     no     no
  subAgent      no   no     no     no
  middleman     no   no     no     no
  merchant      no   no     no     no
  subWithout    no   no     no     no
  subWith       no   no     no     no
  impersonated  no   no     no     no`);

const lists: readonly Row[] = [
  { call: 'GET /settings/blockedIpAddresses', about: 'nothing', expects: only(platformAndAgent) },
  {
    call: 'POST /settings/blockedIpAddresses',
    about: 'nothing',
    expects: only(platformAndAgent),
    sends: ({ serial }) => ({ ip: `2001:db8::${serial.toString(16)}`, note: 'as the table asks' }),
  },
  { call: 'DELETE /settings/blockedIpAddresses/{id}', about: 'blockedAddress', expects: remove },
  {
    call: 'POST /settings/blockLists/search',
    about: 'nothing',
    expects: only(platformAndAgent),
    sends: () => ({}),
  },
  {
    call: 'POST /settings/blockLists',
    about: 'nothing',
    expects: only(platformAndAgent),
    sends: ({ serial }) => ({ kind: 'name', value: `Nobody ${serial}` }),
  },
  { call: 'DELETE /settings/blockLists/{id}', about: 'blockEntry', expects: remove },
];

const rule = {
  name: 'A rule of the table',
  path_class: 'checkout',
  key: 'ip',
  window_s: 60,
  attempts: 1_000_000,
  ban_s: 0,
  agent_id: null,
  enabled: false,
};

/** The firewall is the platform's. */
const firewall: readonly Row[] = [
  { call: 'GET /settings/firewall', about: 'nothing', expects: only(platform) },
  { call: 'POST /settings/firewall', about: 'nothing', expects: only(platform), sends: () => rule },
  {
    call: 'PUT /settings/firewall/{id}',
    about: 'nothing',
    expects: only(platform),
    passes: stale,
    names: { id: '1' },
    sends: () => ({ ...rule, version: 999 }),
  },
  {
    call: 'DELETE /settings/firewall/{id}',
    about: 'nothing',
    expects: only(platform),
    passes: absent,
    names: { id: '999999999999' },
  },
  { call: 'GET /settings/firewall/bans', about: 'nothing', expects: only(platform) },
  {
    call: 'POST /settings/firewall/bans/{id}/lift',
    about: 'nothing',
    expects: only(platform),
    passes: absent,
    names: { id: '999999999999' },
    sends: () => ({}),
  },
];

export const protectionRows: readonly Row[] = [...lists, ...firewall];
