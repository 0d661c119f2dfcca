/** The queries of the personal page, so that an act can say what it has changed. */
export const personalKeys = {
  profile: ['settings.personal', 'profile'],
  sessions: ['settings.personal', 'sessions'],
  apiKeys: ['settings.personal', 'apiKeys'],
} as const;
