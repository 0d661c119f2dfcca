import { createHash } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '@suanpan/contract/endpoint';
import { logoPath } from '@suanpan/contract/endpoints/oem';
import type { getOem, updateOem } from '@suanpan/contract/endpoints/oem';
import { Refusal } from '@suanpan/domain/errors';
import { logoMaxSide, logoMinSide } from '@suanpan/domain/limits';
import { translateError } from '@suanpan/messages/translate';
import type { Database } from '../../../platform/db/database.ts';
import { isUniqueViolation } from '../../../platform/db/database-error.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Actor, RequestContext } from '../../../platform/http/actor.ts';
import { readPicture } from '../../../platform/images/read-picture.ts';
import { audit, recordAudit } from '../../audit/index.ts';
import { brandingOf } from '../branding.queries.ts';
import { findAgent, findOem, listAgents } from './oem.queries.ts';
import { isLogoKnown, saveLogo, saveOem } from './oem.store.ts';

interface Whose {
  readonly agentId: bigint | null;
  readonly agent: { readonly id: string; readonly name: string } | null;
}

/** What stands now, one's own or else what shows in its place. */
export async function readOem(
  db: Database,
  { actor }: Pick<RequestContext, 'actor'>,
  asked: string | undefined,
): Promise<OutputOf<typeof getOem>> {
  const { agentId, agent } = await whose(db, actor, asked);
  const own = await findOem(db.app, agentId);
  const shown = await brandingOf(db.app, agentId);
  const agents = actor.scope.kind === 'platform' ? await listAgents(db.app) : [];
  return {
    app_name: shown.appName,
    logo: shown.logo,
    color: shown.color,
    domain: own?.domain ?? '',
    agent,
    version: own?.version ?? 0,
    agents: agents.map(({ id, name }) => ({ id: String(id), name })),
  };
}

/**
 * Saves title, logo, colour and host. Refuses `staleEdit`, `alreadyInList` for a host that another tree has or that is
 * the platform's own, and a logo that nobody uploaded.
 */
export async function changeOem(
  db: Database,
  context: RequestContext,
  { agent_id: asked, version, ...input }: ParsedInputOf<typeof updateOem>,
  platformHost: string,
): Promise<{ version: number }> {
  const { agentId } = await whose(db, context.actor, asked);
  const { locale } = context;
  const wrong = (field: string) => fieldRefusal(field, translateError(locale, 'alreadyInList'));
  if (agentId !== null && input.domain === platformHost) throw wrong('domain');
  const oem = { ...input, domain: input.domain === '' ? null : input.domain };
  try {
    return await transact(db.app, async (tx) => {
      const hash = oem.logo.slice(oem.logo.lastIndexOf('/') + 1);
      if (oem.logo !== '' && !(await isLogoKnown(tx, hash))) {
        throw fieldRefusal('logo', translateError(locale, 'notFound'));
      }
      const before = await findOem(tx, agentId);
      const saved = await saveOem(tx, agentId, oem, version);
      if (saved === undefined) throw new Refusal('staleEdit');
      await audit(tx, context, {
        act: 'settings.oem.update',
        objectKind: 'branding',
        objectId: agentId === null ? 'platform' : String(agentId),
        before,
        after: oem,
      });
      return { version: saved };
    });
  } catch (error) {
    if (isUniqueViolation(error, 'branding_domain_key')) throw wrong('domain');
    throw error;
  }
}

/** Takes the bytes of a logo, cleaned, under the hash of what is kept. Refuses `fileTypeRefused`. */
export async function uploadLogo(
  db: Database,
  { actor, ip, userAgent, requestId }: Pick<RequestContext, 'actor' | 'ip' | 'userAgent' | 'requestId'>,
  bytes: Buffer,
): Promise<{ logo: string; width: number; height: number }> {
  const picture = readPicture(bytes);
  if (picture === undefined) throw new Refusal('fileTypeRefused');
  const { height, width } = picture;
  if (Math.min(width, height) < logoMinSide || Math.max(width, height) > logoMaxSide) {
    throw new Refusal('fileTypeRefused');
  }
  const hash = createHash('sha256').update(picture.bytes).digest('hex');
  await transact(db.app, async (tx) => {
    await saveLogo(tx, hash, picture, actor.userId);
    await recordAudit(tx, {
      actorId: actor.userId,
      effectiveId: actor.effectiveUserId,
      act: 'settings.oem.update',
      objectKind: 'logo',
      objectId: hash,
      after: { width, height },
      ip,
      userAgent,
      requestId,
    });
  });
  return { logo: `/api${logoPath}/${hash}`, width, height };
}

/** A senior agent has his own; the platform chooses. An id that is no senior agent's is answered `enterPremiumProxyId`. */
async function whose(db: Database, { scope }: Actor, asked: string | undefined): Promise<Whose> {
  if (scope.kind === 'platform' && asked === undefined) return { agentId: null, agent: null };
  if (scope.kind !== 'platform' && scope.kind !== 'agent') throw new Refusal('forbidden');
  const agentId = scope.kind === 'agent' ? scope.agentId : BigInt(asked ?? 0);
  if (asked !== undefined && BigInt(asked) !== agentId) throw new Refusal('notFound');
  const agent = await findAgent(db.app, agentId);
  if (agent === undefined) throw new Refusal('enterPremiumProxyId');
  return { agentId, agent: { id: String(agent.id), name: agent.name } };
}

function fieldRefusal(field: string, says: string): Refusal {
  return new Refusal('invalidFields', { fields: { [field]: [says] } });
}
