import type { Words } from '@suanpan/messages/packs';
import { useCallback } from 'react';
import { useWords } from '../../lib/use-words.ts';

type Kind = keyof Words['audit']['kinds'];
const objectKinds = [
  'collection',
  'user',
  'session',
  'call',
  'clock',
  'audit',
  'installation',
  'block_entry',
  'firewall_rule',
  'broadcast',
  'branding',
  'logo',
  'role',
  'approval',
  'approvalPolicy',
  'export',
] as const satisfies readonly Kind[];
const known: ReadonlySet<string> = new Set(objectKinds);

/** The words of a kind of thing, or its bare name. */
export function useObjectName(): (kind: string) => string {
  const t = useWords('audit');
  return useCallback((kind) => (known.has(kind) ? t(`kinds.${kind as Kind}`) : kind), [t]);
}
