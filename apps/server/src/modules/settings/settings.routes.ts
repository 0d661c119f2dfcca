import { banks, branding } from '@suanpan/contract/endpoints/self';
import { Refusal } from '@suanpan/domain/errors';
import type { Database } from '../../platform/db/database.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { banksOf } from './bank-list.ts';
import { brandingOfHost } from './branding.queries.ts';
import { bindOem } from './oem/oem.routes.ts';

export function bindSettings(app: Http, db: Database): void {
  bindOem(app, db);
  bindEndpoints(
    app,
    { banks, branding },
    {
      banks: async (_context, { country }) => {
        const list = banksOf(country);
        if (list === undefined) throw new Refusal('notFound');
        return list.map(({ code, name, nameEn }) => ({ code, name, name_en: nameEn }));
      },
      branding: async ({ host }) => {
        const { appName, logo, color } = await brandingOfHost(db.app, host);
        return { app_name: appName, logo, color };
      },
    },
  );
}
