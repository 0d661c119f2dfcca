import type { Rule } from '../rule.ts';
import { bannedCalls } from './banned-calls.ts';
import { eventsInUse } from './events-in-use.ts';
import { exportShapes } from './export-shapes.ts';
import { explosions } from './explosions.ts';
import { fileNames } from './file-names.ts';
import { importCircles } from './import-circles.ts';
import { libraryPlaces } from './library-places.ts';
import { migrationSteps } from './migration-steps.ts';
import { oneTimeCodes } from './one-time-codes.ts';
import { packageArrows } from './package-arrows.ts';
import { pageSafety } from './page-safety.ts';
import { remarks } from './remarks.ts';
import { serverLayers } from './server-layers.ts';
import { sqlPlaces } from './sql-places.ts';
import { tableOwners } from './table-owners.ts';
import { unreadNames } from './unread-names.ts';
import { webLayers } from './web-layers.ts';
import { wordPlaces } from './word-places.ts';

/** The rules of the house, in the order in which they are printed. */
export const rules: Rule[] = [
  importCircles,
  packageArrows,
  serverLayers,
  webLayers,
  exportShapes,
  libraryPlaces,
  sqlPlaces,
  migrationSteps,
  tableOwners,
  eventsInUse,
  bannedCalls,
  wordPlaces,
  pageSafety,
  explosions,
  fileNames,
  remarks,
  oneTimeCodes,
  unreadNames,
];
