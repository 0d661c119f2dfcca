import { editUser } from '@suanpan/contract/endpoints/user-acts';
import type { Database } from '../../../platform/db/database.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerRow } from '../answer-row.ts';
import { editUser as edit } from './edit-user.ts';

/** What is known of a user and agreed with him. */
export function bindProfile(app: Http, db: Database): void {
  bindEndpoints(
    app,
    { editUser },
    { editUser: (context, input) => answerRow(db, context, (tx) => edit(tx, context, input)) },
  );
}
