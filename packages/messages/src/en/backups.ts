import type { backups as shape } from '../zh-TW/backups.ts';

export const backups = {
  columns: {
    state: 'State',
    askedAt: 'Asked for',
    finishedAt: 'Finished',
    bytes: 'Size',
    verified: 'Tried',
    verifiedAt: 'Tried at',
    rows: 'Rows',
    note: 'Note',
    madeBy: 'By',
    lsn: 'LSN',
    error: 'Error',
  },
  states: {
    queued: 'Waiting',
    running: 'Being made',
    completed: 'Complete',
    failed: 'Failed',
    removed: 'Removed',
  },
  trials: {
    queued: 'Waits to be tried',
    running: 'Being tried',
    passed: 'Restorable',
    failed: 'Not restorable',
  },
  scheduled: 'Schedule',
  untried: 'Not tried',
  acts: {
    create: 'Back up now',
    verify: 'Verify',
    download: 'Download',
    schedule: 'Schedule',
    restore: 'Restore',
  },
  effects: {
    create:
      'The whole database is copied with the log that it needs, and encrypted; everything goes on meanwhile.',
    verify:
      'A scratch database is started from it, its books are proven and its rows counted, and it is deleted.',
    download:
      'The file holds everything and is encrypted; its key stays on the server and is needed to restore it. The download is logged.',
  },
  restore: {
    what: 'This copy takes the place of the whole database. The one that stands there is renamed and never deleted; what happened after the copy was made is not in it.',
    untried: 'This copy has not been verified. Verify it before you restore it.',
    stop: 'Stop every server process.',
    fetch: 'Where the file is not on this server, download it and put it into DATA_DIR/backups.',
    run: 'Run this in the directory of the program, with the environment of the server, and state the reason:',
    check:
      'The command checks the file, starts the database and proves the books; it ends with 0 only when all is right. Then start the server, and reconcile what happened after the copy before payouts go on.',
  },
  fields: { note: 'Note', at: 'Time of day (empty: none by itself)', keep: 'Copies kept' },
  said: { create: 'Backup begun', verify: 'Verification begun', schedule: 'Schedule saved' },
  plan: 'Daily at {{at}} ({{zone}}); the newest {{keep}} are kept, and the last restorable one',
  noPlan: 'Not scheduled; the newest {{keep}} are kept, and the last restorable one',
  duty: 'This database is managed outside; whoever manages it makes its backups.',
  archiver: 'Archiver: {{archived}} archived, last {{last}}; {{failed}} failed, last {{lastFailed}}',
  never: 'none',
  empty: 'No backups yet',
} satisfies typeof shape;
