import { Button, TextInput } from '@mantine/core';
import {
  makeStatement,
  statementKeysPath,
  statements,
  statementVerifierPath,
  type StatementRow,
} from '@suanpan/contract/endpoints/statements';
import type { Currency } from '@suanpan/money/currency';
import { displayCount } from '@suanpan/money/display';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CurrencySelect } from '../../kit/currency-select.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Fault } from '../../kit/fault.tsx';
import { Money } from '../../kit/money.tsx';
import { PickInput } from '../../kit/pick-input.tsx';
import { SideDrawer } from '../../kit/side-drawer.tsx';
import { call, fetchBlob } from '../../lib/api.ts';
import { merchantNames } from '../../lib/names.ts';
import { useSelf } from '../../lib/own-user.ts';
import { useSending } from '../../lib/use-sending.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './statements.module.css';

const forms = ['html', 'csv', 'json'] as const;
const shown = 50;

/** Statements that are signed: those that were made, and one more of a month or a day that is over. */
export function StatementsDrawer({ onClose }: { readonly onClose: () => void }) {
  const t = useWords('statements');
  const client = useQueryClient();
  const self = useSelf();
  const isMerchant = self.customer_id !== undefined;
  const [customerId, setCustomerId] = useState<string | null>(null);
  const [period, setPeriod] = useState('');
  const [currency, setCurrency] = useState<Currency>(self.currency);
  const { errorOf, fault, isBusy, send } = useSending();
  const { data, error, refetch } = useQuery({
    queryKey: [statements.path],
    queryFn: ({ signal }) => call(statements, { paginate: shown }, { signal }),
  });
  const make = async (): Promise<void> => {
    const refused = await send(() =>
      call(makeStatement, {
        ...(customerId !== null && { customer_id: customerId }),
        period: period.trim(),
        currency,
      }),
    );
    if (refused === null) await client.invalidateQueries({ queryKey: [statements.path] });
  };
  const isSaid = fault === null || errorOf('period') !== undefined || errorOf('customer_id') !== undefined;
  return (
    <SideDrawer title={t('list')} size={720} onClose={onClose}>
      <div className={styles.body}>
        <form
          className={styles.make}
          onSubmit={(event) => {
            event.preventDefault();
            void make();
          }}
        >
          {!isMerchant && (
            <PickInput
              label={t('fields.customer')}
              source={merchantNames}
              onPick={setCustomerId}
              error={errorOf('customer_id')}
              required
              isFirst
            />
          )}
          <TextInput
            label={t('fields.period')}
            value={period}
            error={errorOf('period')}
            onChange={(event) => setPeriod(event.currentTarget.value)}
            placeholder="2026-11"
            required
          />
          <CurrencySelect label={t('fields.currency')} value={currency} onPick={setCurrency} />
          <Button
            type="submit"
            loading={isBusy}
            disabled={!/^\d{4}-\d{2}(-\d{2})?$/.test(period.trim()) || (!isMerchant && customerId === null)}
          >
            {t('acts.make')}
          </Button>
        </form>
        {!isSaid && <Fault fault={fault} />}
        <small className={styles.verify}>
          {t('verify.how')}{' '}
          <a href={statementVerifierPath} download>
            {t('verify.program')}
          </a>{' '}
          <a href={statementKeysPath} download>
            {t('verify.keys')}
          </a>
        </small>
        {error && !data && <Fault fault={error} onRetry={() => void refetch()} />}
        {data?.items.length === 0 && <EmptyState kind="none" text={t('states.empty')} />}
        {data?.items.map((row) => (
          <Statement key={row.id} row={row} />
        ))}
      </div>
    </SideDrawer>
  );
}

function Statement({ row }: { readonly row: StatementRow }) {
  const t = useWords('statements');
  const { fault, isBusy, send } = useSending();
  const fetchFile = (form: (typeof forms)[number]): void =>
    void send(async () => save(await fetchBlob(`/statements/${row.id}.${form}`), row, form));
  return (
    <section>
      <h3>
        {row.customer.name} · {row.period} · {row.currency}
      </h3>
      <div className={styles.figures}>
        <span>
          {t('opening')} <Money value={row.opening.total} isExact />
        </span>
        <span>
          {t('closing')} <Money value={row.closing.total} isExact />
        </span>
        <span>
          {t('movements')} <span className="num">{displayCount(row.movements.count)}</span>
        </span>
      </div>
      <p className={styles.files}>
        {forms.map((form) => (
          <Button
            key={form}
            size="compact-xs"
            variant="default"
            disabled={isBusy}
            onClick={() => fetchFile(form)}
          >
            {form.toUpperCase()}
          </Button>
        ))}
      </p>
      {fault && <Fault fault={fault} />}
    </section>
  );
}

function save(blob: Blob, row: StatementRow, form: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `statement-${row.customer.id}-${row.period}-${row.currency}.${form}`;
  link.click();
  URL.revokeObjectURL(link.href);
}
