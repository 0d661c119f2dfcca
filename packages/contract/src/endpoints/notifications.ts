import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant, listOf, paging } from '../fields.ts';
import { savedView } from './preferences.ts';

export const notification = z.object({
  id: z.string(),
  /** A PascalCase kind; `NewPaymentNotification` is handled specially by the browser. */
  type: z.string(),
  msgType: z.enum(['ExportCompleted']).nullable(),
  sound: z.boolean(),
  read_at: instant.nullable(),
  created_at: instant,
  /** What it is about: an order by its number, an approval by its id, a list by its route. Null for what has no place of its own. */
  about: z
    .object({
      kind: z.enum(['collection', 'payout', 'withdrawal', 'approval', 'list']),
      id: z.string(),
      /** Of a list: what it is searched for, as its address has it. */
      search: savedView.shape.search.optional(),
    })
    .nullable(),
  data: z.object({
    message: z.object({
      title: z.string(),
      content: z.string(),
      color: z.string(),
      level: z.enum(['info', 'warning', 'danger']),
    }),
  }),
});
export type Notification = z.output<typeof notification>;

const input = z.strictObject(paging);
const output = listOf(notification, z.object({ unread: z.number() }));

export const allNotifications = endpoint({
  method: 'GET',
  path: '/users/notifications',
  access: { permission: 'notifications.all.get' },
  whileActing: 'allowed',
  input,
  output,
});
export const unreadNotifications = endpoint({
  method: 'GET',
  path: '/users/notifications/unread',
  access: { permission: 'notifications.unread.get' },
  whileActing: 'allowed',
  input,
  output,
});
export const readNotifications = endpoint({
  method: 'GET',
  path: '/users/notifications/read',
  access: { permission: 'notifications.readed.get' },
  whileActing: 'allowed',
  input,
  output,
});
export const markAsRead = endpoint({
  method: 'POST',
  path: '/users/notifications/markAsRead',
  access: { session: true },
  input: z.strictObject({ id: z.union([z.string().max(32), z.array(z.string().max(32)).max(200)]) }),
  output: z.object({ unread: z.number() }),
});
