import { z } from 'zod';
import { roleNames } from '@suanpan/domain/access/roles';
import { broadcastContentMaxLength, broadcastTitleMaxLength } from '@suanpan/domain/limits';
import { endpoint } from '../endpoint.ts';
import { id, instant, listOf, noSummary, paging } from '../fields.ts';
import { plainLine, plainLines } from '../plain-text.ts';

export const broadcastLevels = ['info', 'warning', 'danger'] as const;
export const broadcastColors = ['blue', 'green', 'orange', 'red', 'violet'] as const;

/** Who hears it: users of these roles, of one senior agent's tree where it is named, and these users besides. */
const audience = {
  roles: z.array(z.enum(roleNames)).max(roleNames.length),
  agent_id: id.nullable(),
  /** User names. */
  users: z.array(z.string().trim().min(1).max(64).regex(plainLine)).max(100),
};

export const broadcasts = endpoint({
  method: 'GET',
  path: '/admin/pushSystemMsg',
  access: { permission: 'admin.pushSystemMsg.get' },
  whileActing: 'allowed',
  input: z.strictObject(paging),
  output: listOf(
    z.object({
      id: z.string(),
      created_at: instant,
      created_by: z.string(),
      title: z.string(),
      content: z.string(),
      level: z.enum(broadcastLevels),
      color: z.enum(broadcastColors),
      sound: z.boolean(),
      roles: z.array(z.enum(roleNames)),
      agent: z.object({ id: z.string(), name: z.string() }).nullable(),
      users: z.array(z.string()),
      /** Null for the moment until it has gone out. */
      recipients: z.number().nullable(),
      read: z.number(),
    }),
    noSummary,
  ),
});

/** How many would hear it. */
export const countAudience = endpoint({
  method: 'POST',
  path: '/admin/pushSystemMsg/audience',
  access: { permission: 'admin.pushSystemMsg.create' },
  input: z.strictObject(audience),
  output: z.object({ recipients: z.number() }),
});

export const sendBroadcast = endpoint({
  method: 'POST',
  path: '/admin/pushSystemMsg',
  access: { permission: 'admin.pushSystemMsg.create' },
  idempotent: true,
  input: z.strictObject({
    ...audience,
    title: z.string().trim().min(1).max(broadcastTitleMaxLength).regex(plainLine),
    content: z.string().trim().min(1).max(broadcastContentMaxLength).regex(plainLines),
    level: z.enum(broadcastLevels),
    color: z.enum(broadcastColors),
    sound: z.boolean(),
  }),
  output: z.object({ id: z.string(), recipients: z.number() }),
});
