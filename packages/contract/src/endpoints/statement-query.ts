import { z } from 'zod';
import { id } from '../fields.ts';
import { patterns } from '../patterns.ts';

/** What stands in the query of an upload of a statement. Apart from the calls, whose schemas no page brings. */
export const statementQuery = z.strictObject({
  channel_account_id: id,
  day: z.iso.date(),
  name: z.string().trim().max(200).regex(patterns.plainLine).default(''),
  preview: z.enum(['0', '1']).default('0'),
});
