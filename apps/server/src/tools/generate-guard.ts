import { readFileSync, writeFileSync } from 'node:fs';
import { guardedMigration, withGuard } from './transition-guard.ts';

// `node apps/server/src/tools/generate-guard.ts` writes the database's guard of transitions anew from the table in
// packages/domain.
writeFileSync(guardedMigration, withGuard(readFileSync(guardedMigration, 'utf8')));
