import type { AuditRow } from '@suanpan/contract/endpoints/audit';
import { StatusTag, type Tone } from '../../kit/status-tag.tsx';
import { useWords } from '../../lib/use-words.ts';

export const outcomeTones: Readonly<Record<AuditRow['outcome'], Tone>> = {
  done: 'ok',
  denied: 'attention',
  failed: 'fail',
};

export function OutcomeTag({ outcome }: { outcome: AuditRow['outcome'] }) {
  const t = useWords('audit');
  return <StatusTag tone={outcomeTones[outcome]} label={t(`outcomes.${outcome}`)} />;
}
