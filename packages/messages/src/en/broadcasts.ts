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
    sound: 'Play a sound',
    roles: 'Roles',
    everyone: 'Everybody',
    agent: 'Only one senior agent’s tree (empty: all)',
    users: 'Additional users (usernames, separated by commas)',
    preview: 'Preview',
    previewTitle: 'Title',
    previewContent: 'Content',
    hint: 'Shown as plain text. Users online see it at once; the others find it in their notifications.',
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
    tree: 'everyone under {{name}}',
  },
  empty: 'No message has been sent yet',
} satisfies typeof shape;
