import { Button } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { proofRuns, runProof } from '@suanpan/contract/endpoints/accounting';
import type { AccountKind } from '@suanpan/domain/accounts';
import { balanceCheckAt } from '@suanpan/domain/limits';
import type { Words } from '@suanpan/messages/packs';
import { displayCount } from '@suanpan/money/display';
import { IconScale } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Fault } from '../../kit/fault.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { Money } from '../../kit/money.tsx';
import { StatusTag } from '../../kit/status-tag.tsx';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { useMay } from '../../lib/own-user.ts';
import { platformZone, showInstant } from '../../lib/platform-time.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { History } from './checkBalance/history.tsx';
import { Outside } from './checkBalance/outside.tsx';
import styles from './check-balance.module.css';

type Proof = OutputOf<typeof runProof>;
type CheckName = keyof Words['ledger']['checks'];
const key = ['admin.checkBalance'];
/** Of books of millions of orders it takes a minute and more. */
const proofMs = 600_000;

const clockText = ({ hour, minute }: typeof balanceCheckAt): string =>
  `${hour}:${String(minute).padStart(2, '0')} (${platformZone})`;

/** The proof that the books are right, run now or by night, with what it looked at. */
export function CheckBalance() {
  const t = useWords('ledger');
  const { title } = useScreenPlace();
  const may = useMay();
  const client = useQueryClient();
  const runs = useQuery({ queryKey: key, queryFn: ({ signal }) => call(proofRuns, {}, { signal }) });
  const mayRun = may('admin.checkBalance.create');
  const run = useMutation({
    mutationFn: () => call(runProof, {}, { withinMs: proofMs }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
  const [latest, ...earlier] = runs.data?.items ?? [];
  const fault = run.error ?? runs.error;
  return (
    <ListPage
      title={title}
      actions={
        mayRun ? (
          <Button
            leftSection={<IconScale size={16} aria-hidden />}
            loading={run.isPending}
            onClick={() => run.mutate()}
          >
            {t('proof.run')}
          </Button>
        ) : undefined
      }
    >
      <div className={styles.body}>
        {fault instanceof CallFault && <Fault fault={fault} onRetry={() => void runs.refetch()} />}
        {latest && <Verdict proof={latest} />}
        <section className={styles.about} aria-label={t('proof.title')}>
          <p>{t('proof.about', { at: clockText(balanceCheckAt) })}</p>
          <p role="status">
            {latest
              ? t('proof.lastRun', {
                  time: showInstant(latest.finished_at),
                  // Not money: seconds.
                  seconds: displayCount(Math.max(1, Math.round(latest.duration_ms / 1_000))),
                })
              : runs.data && t('proof.none')}
          </p>
          {runs.data && latest === undefined && mayRun && (
            <Button variant="light" loading={run.isPending} onClick={() => run.mutate()}>
              {t('proof.runFirst')}
            </Button>
          )}
        </section>
        {latest && <Checks proof={latest} />}
        {latest?.outside && <Outside outside={latest.outside} />}
        {latest && <Totals proof={latest} />}
        {earlier.length > 0 && <History runs={earlier} />}
      </div>
    </ListPage>
  );
}

function Verdict({ proof }: { proof: Proof }) {
  const t = useWords('ledger');
  const failed = proof.checks.filter((check) => !check.passed).length;
  return (
    <section className={styles.verdict} data-passed={proof.passed} role="status">
      <strong>{proof.passed ? t('proof.passed') : t('proof.failed', { count: failed })}</strong>
      <span>
        {showInstant(proof.finished_at)} ·{' '}
        {proof.started_by === null ? t('proof.scheduled') : t('proof.startedBy', { name: proof.started_by })}
      </span>
    </section>
  );
}

/** What does not hold stands first. On a phone each check is a card, and one that holds says no more than that. */
function Checks({ proof }: { proof: Proof }) {
  const t = useWords('ledger');
  // Not money: yes or no.
  const checks = proof.checks.toSorted((one, other) => Number(one.passed) - Number(other.passed));
  return (
    <section className={styles.part} tabIndex={0}>
      <table className={`${styles.table} ${styles.checks}`}>
        <thead>
          <tr>
            <th scope="col">{t('proof.check')}</th>
            <th scope="col">{t('proof.result')}</th>
            <th scope="col" className={styles.figure}>
              {t('proof.examined')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('proof.breaches')}
            </th>
            <th scope="col">{t('proof.examples')}</th>
          </tr>
        </thead>
        <tbody>
          {checks.map((check) => (
            <tr key={check.name} data-broken={!check.passed || undefined}>
              <td>
                <code>{check.name}</code> {t(`checks.${check.name as CheckName}`)}
              </td>
              <td>
                <Result check={check} />
              </td>
              <td className={`${styles.figure} num`} data-title={t('proof.examined')}>
                {displayCount(check.examined)}
              </td>
              <td className={`${styles.figure} num`} data-title={t('proof.breaches')}>
                {displayCount(check.breaches)}
              </td>
              <td data-title={t('proof.examples')}>
                {check.examples.length === 0
                  ? '–'
                  : check.examples.map((example) => (
                      <Example key={example} example={example} accounts={proof.accounts} />
                    ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** An account is said by whose it is, and leads to its turnover; a record by what was done to it, everything else by its number. */
function Example({ accounts, example }: { example: string; accounts: Proof['accounts'] }) {
  const t = useWords('ledger');
  const statuses = useWords('statuses');
  const found = accounts.find(({ id }) => example === `account ${id}`);
  if (found === undefined) return <div>{tellRecord(t, example)}</div>;
  const { currency, kind, name, owner_id: owner } = found;
  const text = `${[name, statuses(`account.${kind as AccountKind}`), currency].filter(Boolean).join(' · ')} (${kind})`;
  return (
    <div>
      {owner === null ? (
        text
      ) : (
        <a
          href={`#/wrap/accounting.changelogs?range=all&owner_id=${owner}&account=${kind}&currency=${currency}`}
        >
          {text}
        </a>
      )}
    </div>
  );
}

const record = /^(\w+) (\d+) (added|altered|removed)$/;

/** A row that is not what the log says of it, in words; what is named by its number stands as it is. */
function tellRecord(t: TFunction<'ledger'>, example: string): string {
  const [, kind, id, how] = record.exec(example) ?? [];
  if (kind === undefined) return example;
  return t(`told.${how as keyof Words['ledger']['told']}`, {
    record: t(`records.${kind as keyof Words['ledger']['records']}`),
    id,
  });
}

/** A check that found nothing to examine has shown nothing, and does not say that it holds. */
function Result({ check }: { check: Proof['checks'][number] }) {
  const t = useWords('ledger');
  if (!check.passed) return <StatusTag tone="fail" label={t('proof.broken')} />;
  if (check.examined > 0) return <StatusTag tone="ok" label={t('proof.holds')} />;
  return <StatusTag tone="idle" label={t('proof.notShown')} hint={t('proof.notShownHint')} />;
}

function Totals({ proof }: { proof: Proof }) {
  const t = useWords('ledger');
  const s = useWords('statuses');
  return (
    <section className={styles.part} tabIndex={0}>
      <h2>{t('proof.totals')}</h2>
      <table className={`${styles.table} ${styles.totals}`}>
        <thead>
          <tr>
            <th scope="col">{t('columns.account')}</th>
            <th scope="col">{t('proof.book')}</th>
            <th scope="col">{t('columns.currency')}</th>
            <th scope="col" className={styles.figure}>
              {t('proof.balance')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('proof.postings')}
            </th>
          </tr>
        </thead>
        <tbody>
          {proof.totals.map((total) => (
            <tr key={`${total.book}${total.currency}${total.account}`}>
              <td>
                <code>{total.account}</code> {s(`account.${total.account as AccountKind}`)}
              </td>
              <td>{total.book === 'test' ? t('proof.test') : t('proof.main')}</td>
              <td>{total.currency}</td>
              <td className={styles.figure}>
                <Money value={total.balance} isExact isChange />
              </td>
              <td className={`${styles.figure} num`} data-title={t('proof.postings')}>
                {displayCount(total.postings)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
