import { z } from 'zod';
import { id } from '../fields.ts';
import { patterns } from '../patterns.ts';

/** What stands in the query of an upload of a receiving account's statement. Apart from the calls, whose schemas no page brings. */
export const transferFileQuery = z.strictObject({
  channel_account_id: id,
  name: z.string().trim().max(200).regex(patterns.plainLine).default(''),
});
