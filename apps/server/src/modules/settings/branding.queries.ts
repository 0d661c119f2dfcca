import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';

export interface Branding {
  readonly appName: string;
  readonly logo: string;
  readonly color: string;
}

/** What an installation shows before anybody has given it a title and a logo. */
const plain: Branding = { appName: 'Suanpan', logo: '', color: '' };

interface BrandingRow {
  readonly app_name: string;
  readonly logo: string;
  readonly color: string;
}

/** Title and logo of a senior agent's tree; without its own, those of the platform (`agentId` null). */
export async function brandingOf(db: Kysely<Tables>, agentId: bigint | null): Promise<Branding> {
  const { rows } = await sql<BrandingRow>`
    SELECT app_name, logo, color FROM branding
    WHERE agent_id = ${agentId} OR agent_id IS NULL
    ORDER BY agent_id NULLS LAST LIMIT 1`.execute(db);
  return present(rows[0]);
}

/** Title and logo for whoever opens the site under this host, before he is known. */
export async function brandingOfHost(db: Kysely<Tables>, host: string): Promise<Branding> {
  const { rows } = await sql<BrandingRow>`
    SELECT app_name, logo, color FROM branding
    WHERE lower(domain) = ${host} OR agent_id IS NULL
    ORDER BY lower(domain) = ${host} DESC NULLS LAST LIMIT 1`.execute(db);
  return present(rows[0]);
}

function present(row: BrandingRow | undefined): Branding {
  return row === undefined ? plain : { appName: row.app_name, logo: row.logo, color: row.color };
}
