import type { broadcasts as shape } from '../zh-TW/broadcasts.ts';

export const broadcasts = {
  columns: {
    at: 'Time',
    title: 'Title',
    content: 'Content',
    level: 'Level',
    audience: 'Audience',
    read: 'Read / delivered',
    by: 'Sent by',
  },
  form: {
    new: 'New message',
    send: 'Send to {{count}}',
    title: 'Title',
    content: 'Content',
    level: 'Level',
    color: 'Colour',
    sound: 'With a sound',
    roles: 'Roles',
    everyone: 'Everybody',
    agent: 'Only the tree of a senior agent (ID, empty: all)',
    users: 'Users besides (names, separated by commas)',
    preview: 'Preview',
    previewTitle: 'Title',
    previewContent: 'Content',
    hint: 'Shown as plain text. Who is online hears it at once, the others find it in their list.',
    sent: 'Sent to {{count}}',
    nobody: 'Nobody matches',
    remaining: '{{count}} / {{most}}',
  },
  colors: {
    blue: 'Blue',
    green: 'Green',
    orange: 'Orange',
    red: 'Red',
    violet: 'Violet',
  },
  audience: {
    tree: 'the tree of {{name}}',
  },
  empty: 'No message has been sent yet',
} satisfies typeof shape;
