import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { plainLine } from '../plain-text.ts';
import { patterns } from '../patterns.ts';

/** The address of an uploaded logo, by the hash of its bytes. */
export const logoPath = '/branding/logo';
/** Takes the bytes of a PNG, JPEG or WebP of at most 2 MB; answers `{logo}` in the usual envelope. */
export const logoUploadPath = '/settings/oem/logo';
export const logoAnswer = z.object({ logo: z.string(), width: z.number(), height: z.number() });

const logo = z.string().regex(patterns.logoAddress);

const oem = {
  app_name: z.string().trim().min(1).max(32).regex(plainLine),
  logo,
  color: z.string().regex(patterns.color),
  domain: z.string().trim().toLowerCase().regex(patterns.hostName),
};

/** Title, logo, colour and host of the platform or of one senior agent; a senior agent's own is the only one he sees. */
export const getOem = endpoint({
  method: 'GET',
  path: '/settings/oem',
  access: { permission: 'settings.oem.get' },
  whileActing: 'allowed',
  input: z.strictObject({ agent_id: id.optional() }),
  output: z.object({
    ...oem,
    agent: z.object({ id: z.string(), name: z.string() }).nullable(),
    /** 0 where there is nothing of one's own yet: then it is the platform's that shows. */
    version: z.number(),
    /** For the platform: whose branding can be chosen. */
    agents: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});
export const updateOem = endpoint({
  method: 'PUT',
  path: '/settings/oem',
  access: { permission: 'settings.oem.update' },
  input: z.strictObject({ ...oem, agent_id: id.optional(), version: z.int32().min(0) }),
  output: z.object({ version: z.number() }),
});
