import type { Profile } from '@suanpan/contract/endpoints/personal';
import type { ProfileRow } from './profile.queries.ts';

export function presentProfile(row: ProfileRow, ip: string): Profile {
  return {
    id: String(row.id),
    username: row.username,
    name: row.name,
    role_name: row.kind,
    phone: row.phone,
    email: row.email,
    region: row.region,
    currency: row.currency,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    payment_password_set: row.payment_password_set,
    two_factor_bound_at: row.totp_bound_at?.toISOString() ?? null,
    ip_allowlist: row.ip_allowlist,
    ip,
  };
}
