import { expect } from 'vitest';
import { openApprovals } from '../../approvals/index.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { openRoles } from '../index.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export const paymentPassword = 'a payment password';

/** The door with approvals and roles behind it, and people who are signed in once each. */
export async function openRolesRoom() {
  const door = await openDoor();
  const approvals = openApprovals({ db: door.database, identity: door.identity, fourEyes: true });
  approvals.bind(door.app);
  openRoles({ db: door.database, vault: door.vault, approvals }).bind(door.app);

  const tokens = new Map<bigint, string>();
  async function tokenOf(who: Person): Promise<string> {
    const known = tokens.get(who.id);
    if (known !== undefined) return known;
    const { data } = await door.login(who, { code: door.code(who) });
    tokens.set(who.id, data.access_token);
    return data.access_token;
  }

  /** A call as somebody; what it answers as `data`, whatever the endpoint says. */
  async function as(who: Person, method: Method, path: string, body?: object) {
    const reply = await door.call(method, path, { token: await tokenOf(who), ...(body && { body }) });
    // Each test knows what it asked for.
    // oxlint-disable-next-line no-explicit-any
    return { ...reply, data: reply.data as any };
  }

  async function approve(checker: Person, approvalId: string): Promise<void> {
    const proof = { payment_password: paymentPassword, one_code: door.code(checker) };
    const reply = await as(checker, 'POST', `/admin/approvals/${approvalId}/approve`, proof);
    expect([reply.code, reply.message]).toEqual([0, expect.any(String)]);
  }

  async function role(maker: Person, name: string, permissions: readonly string[]): Promise<string> {
    const { code, data } = await as(maker, 'POST', '/roles', { name, permissions });
    expect(code).toBe(0);
    return data.role_id as string;
  }

  return {
    ...door,
    as,
    approve,
    role,
    /** Signs in anew at the next call. */
    forget: (who: Person) => tokens.delete(who.id),
    administrator: () => door.person({ kind: 'admin', paymentPassword }),
    async versionOf(kind: 'role' | 'app_user', id: string | bigint): Promise<string> {
      const { rows } = await door.admin.query(`SELECT updated_at FROM ${kind} WHERE id = $1`, [String(id)]);
      return (rows[0].updated_at as Date).toISOString();
    },
  };
}
