import { Button } from '@mantine/core';
import { auditProofs, verifyAuditLog, type AuditProofAnswer } from '@suanpan/contract/endpoints/audit';
import { displayCount } from '@suanpan/money/display';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy } from '../../../kit/copy.tsx';
import { Fault } from '../../../kit/fault.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { StatusTag, type Tone } from '../../../kit/status-tag.tsx';
import { call } from '../../../lib/api.ts';
import { CallFault } from '../../../lib/call-fault.ts';
import { useWords } from '../../../lib/use-words.ts';
import { Instant } from '../../../kit/instant.tsx';
import styles from './operation-logs.module.css';

const key = ['admin.operationLogs', 'proofs'];
const lookEveryMs = 700;
const tones: Record<AuditProofAnswer['state'], Tone> = {
  running: 'wait',
  passed: 'ok',
  broken: 'fail',
  interrupted: 'attention',
};

/** Runs the verification, shows how far it is, and keeps what earlier ones found. */
export function VerifyDialog({ onClose }: { onClose: () => void }) {
  const t = useWords('audit');
  const common = useWords('common');
  const client = useQueryClient();
  const proofs = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(auditProofs, {}, { signal, background: true }),
    refetchInterval: ({ state }) => (state.data?.items[0]?.state === 'running' ? lookEveryMs : false),
  });
  const verify = useMutation({
    mutationFn: () => call(verifyAuditLog, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
    meta: { handlesFault: true },
  });
  const [latest, ...earlier] = proofs.data?.items ?? [];
  const fault = verify.error ?? proofs.error;
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={t('proof.title')}
      closeButtonProps={{ 'aria-label': common('buttons.close') }}
    >
      <div className={styles.detail}>
        <p className={styles.intro}>{t('proof.intro')}</p>
        {fault instanceof CallFault && <Fault fault={fault} onRetry={() => void proofs.refetch()} />}
        {proofs.data && latest === undefined && <p className={styles.intro}>{t('proof.never')}</p>}
        {latest && <Result proof={latest} />}
        <Button
          className={styles.run}
          loading={verify.isPending || latest?.state === 'running'}
          onClick={() => verify.mutate()}
        >
          {t('proof.verify')}
        </Button>
        {earlier.length > 0 && <History proofs={earlier} />}
      </div>
    </Modal>
  );
}

function Result({ proof }: { proof: AuditProofAnswer }) {
  const t = useWords('audit');
  const said = {
    running: t('proof.running', { blocks: proof.blocks, total: proof.blocks_total, rows: proof.rows }),
    passed: t('proof.passed'),
    broken: t('proof.broken'),
    interrupted: t('proof.interrupted'),
  };
  return (
    <section className={styles.result} data-state={proof.state} role="status">
      <strong>{said[proof.state]}</strong>
      {proof.state === 'running' && (
        <progress
          aria-label={said.running}
          max={Math.max(1, proof.blocks_total)}
          value={Math.min(proof.blocks, proof.blocks_total)}
        />
      )}
      {proof.findings.map(({ name, where }) => (
        <span key={name}>{t(`findings.${name}`, { where })}</span>
      ))}
      <dl className={styles.facts}>
        <dt>{t('proof.rows')}</dt>
        <dd className="num">{displayCount(proof.rows)}</dd>
        <dt>{t('proof.journals')}</dt>
        <dd className="num">{displayCount(proof.journals)}</dd>
        <dt>{t('proof.blocks')}</dt>
        <dd className="num">{displayCount(proof.blocks)}</dd>
        <dt>{t('proof.unsealed')}</dt>
        <dd className="num">{displayCount(proof.unsealed)}</dd>
        <dt>{t('proof.by')}</dt>
        <dd>{proof.started_by ?? t('proof.scheduled')}</dd>
        {proof.finished_at !== null && (
          <>
            <dt>{t('proof.finished')}</dt>
            <dd>
              <Instant at={proof.finished_at} />
            </dd>
          </>
        )}
        {proof.head !== '' && (
          <>
            <dt>{t('proof.head')}</dt>
            <dd className={styles.head}>
              <Copy text={proof.head}>{proof.head}</Copy>
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

function History({ proofs }: { proofs: readonly AuditProofAnswer[] }) {
  const t = useWords('audit');
  const labels = {
    running: t('proof.running', { blocks: 0, total: 0, rows: 0 }),
    passed: t('proof.passed'),
    broken: t('proof.broken'),
    interrupted: t('proof.interrupted'),
  };
  return (
    <section>
      <h3 className={styles.intro}>{t('proof.history')}</h3>
      <ul className={styles.history}>
        {proofs.map((proof) => (
          <li key={proof.id}>
            <StatusTag tone={tones[proof.state]} label={labels[proof.state]} />
            <Instant at={proof.finished_at ?? proof.started_at} />
            <span>{proof.started_by ?? t('proof.scheduled')}</span>
            <span className="num">{displayCount(proof.rows)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
