import '../theme/shell-styles.ts';
import { Button } from '@mantine/core';
import type { Permission } from '@suanpan/domain/access/permissions';
import { presets } from '@suanpan/domain/access/presets';
import { Suspense, useState, type ReactNode } from 'react';
import { BindingWizard } from '../kit/binding-wizard.tsx';
import { CodeField } from '../kit/code-field.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { Copy } from '../kit/copy.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { Fault } from '../kit/fault.tsx';
import { FilterBar } from '../kit/filter/filter-bar.tsx';
import { DataGrid } from '../kit/grid/data-grid.tsx';
import type { GridColumn } from '../kit/grid/grid-column.ts';
import { useGridLayout } from '../kit/grid/grid-layout.ts';
import { GridSettings } from '../kit/grid/grid-settings.tsx';
import { Money } from '../kit/money.tsx';
import { Qr } from '../kit/qr.tsx';
import { StatTiles } from '../kit/stat-tiles.tsx';
import { StatusTag, type Tone } from '../kit/status-tag.tsx';
import { CallFault } from '../lib/call-fault.ts';
import { useWords } from '../lib/use-words.ts';
import { PermissionTree } from '../parts/permission-tree/permission-tree.tsx';
import styles from './gallery.module.css';

const tones: readonly Tone[] = ['ok', 'wait', 'attention', 'fail', 'test', 'reversed', 'idle'];
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const otpauth = `otpauth://totp/Suanpan:admin01?secret=${secret}&issuer=Suanpan`;

interface Row {
  readonly id: string;
  readonly amount: string;
  readonly tone: Tone;
}
const rows: readonly Row[] = Array.from({ length: 240 }, (_, index) => ({
  id: `T20261121${String(index).padStart(6, '0')}`,
  amount: `${(index * 7_919) % 50_000}.${String(index % 100).padStart(2, '0')}00`,
  tone: tones[index % tones.length] ?? 'ok',
}));
const columns: readonly GridColumn<Row>[] = [
  { key: 'id', title: 'Number', width: 200, cell: (row) => <Copy text={row.id} /> },
  {
    key: 'amount',
    title: 'Amount',
    width: 140,
    isFigure: true,
    sort: 'amount',
    card: 'line',
    cell: (row) => <Money value={row.amount} />,
  },
  {
    key: 'tone',
    title: 'Status',
    width: 140,
    card: 'head',
    cell: (row) => <StatusTag tone={row.tone} label={row.tone} />,
  },
  { key: 'wide', title: 'Remark', width: 700, cell: (row) => `${row.id} · ${row.tone}` },
];
const fault = (kind: 'refused' | 'limited'): CallFault =>
  new CallFault({
    kind,
    code: 20403,
    message: 'This is what the server said.',
    requestId: '0192f3a8c4d1',
    retryAfterS: kind === 'limited' ? 12 : null,
  });

/** Every piece of the kit in every state, for the eye, for screenshots and for axe. Development only. */
export function Gallery() {
  return (
    <Suspense fallback={null}>
      <main className={styles.gallery}>
        <h1>kit</h1>
        <Piece title="StatusTag">
          {tones.map((tone) => (
            <StatusTag key={tone} tone={tone} label={tone} />
          ))}
        </Piece>
        <Piece title="Money, Copy">
          <Money value="1234567.8990" currency="TWD" />
          <Money value="-12.5000" isChange />
          <Money value="12.5000" isChange isExact />
          <Money value={null} />
          <Copy text="T20261121000001" />
        </Piece>
        <Piece title="StatTiles">
          <Tiles />
        </Piece>
        <Piece title="FilterBar">
          <Filters />
        </Piece>
        <Piece title="DataGrid">
          <Grid />
        </Piece>
        <Piece title="EmptyState">
          <EmptyState kind="none" />
          <EmptyState kind="noMatch" action={{ label: 'Clear', run: () => {} }} />
          <EmptyState kind="noPermission" />
        </Piece>
        <Piece title="Fault">
          <Fault fault={fault('refused')} onRetry={() => {}} />
          <Fault fault={fault('limited')} onRetry={() => {}} />
        </Piece>
        <Piece title="CodeField, Qr, BindingWizard">
          <Codes />
        </Piece>
        <Piece title="PermissionTree">
          <Rights />
        </Piece>
        <Piece title="Confirm">
          <Dialogs />
        </Piece>
      </main>
    </Suspense>
  );
}

function Piece({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <div className={styles.row}>{children}</div>
    </section>
  );
}

function Tiles() {
  const trend = [4, 7, 6, 9, 12, 8, 14];
  return (
    <div className={styles.fill}>
      <StatTiles
        tiles={[
          { key: 'a', label: 'Balance', unit: 'TWD', value: '3,284,120.55', note: 'Total 3,702,340.55' },
          { key: 'b', label: 'Deals', value: '1,240', change: { text: '+12.4 %', isGood: true }, trend },
          { key: 'c', label: 'Failures', value: '18', change: { text: '+3.0 %', isGood: false } },
        ]}
      />
    </div>
  );
}

function Filters() {
  const [value, setValue] = useState<Record<string, string | string[]>>({ no: '00123', status: ['paid'] });
  return (
    <div className={styles.fill}>
      <FilterBar
        value={value}
        onSubmit={setValue}
        fields={[
          { kind: 'text', key: 'no', label: 'Number' },
          {
            kind: 'choices',
            key: 'status',
            label: 'Status',
            options: [
              { value: 'paid', label: 'Paid' },
              { value: 'failed', label: 'Failed' },
            ],
          },
          { kind: 'dates', key: 'created', label: 'Created', fallback: 'today' },
          { kind: 'amounts', key: 'amount', label: 'Amount' },
          { kind: 'choice', key: 'channel', label: 'Channel', options: [{ value: '1', label: 'One' }] },
        ]}
      />
    </div>
  );
}

function Grid() {
  const layout = useGridLayout('gallery', columns);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <div className={styles.grid}>
      <GridSettings columns={columns} control={layout} />
      <DataGrid
        label="Sample"
        columns={columns}
        layout={layout}
        rows={rows}
        rowKey={(row) => row.id}
        message={<EmptyState kind="none" />}
        sort="-amount"
        onSort={() => {}}
        onOpen={() => {}}
        selected={selected}
        onSelect={setSelected}
        actions={() => [
          { key: 'edit', label: 'Edit', run: () => {} },
          { key: 'stop', label: 'Stop', disabledBecause: 'Not now', run: () => {} },
          { key: 'refund', label: 'Refund', isDangerous: true, run: () => {} },
        ]}
      />
    </div>
  );
}

function Codes() {
  const [code, setCode] = useState('');
  return (
    <>
      <CodeField label="Code" value={code} onChange={setCode} onComplete={() => {}} error="Wrong code" />
      <Qr content={otpauth} label="Sample" size={140} />
      <BindingWizard
        secret={secret}
        otpauthUrl={otpauth}
        onBind={async () => {}}
        error={null}
        isBusy={false}
      />
    </>
  );
}

const grantable: ReadonlySet<string> = new Set(presets.manager);
const before: ReadonlySet<string> = new Set(presets.staffSub);

function Rights() {
  const [value, setValue] = useState<ReadonlySet<Permission>>(new Set(presets.customerSub));
  return (
    <div className={styles.fill}>
      <PermissionTree value={value} onChange={setValue} grantable={grantable} before={before} />
    </div>
  );
}

function Dialogs() {
  const t = useWords('common');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('buttons.confirm')}</Button>
      <Button variant="default">{t('buttons.cancel')}</Button>
      <Button variant="light">{t('buttons.retry')}</Button>
      <Button variant="subtle">{t('buttons.more')}</Button>
      <Button color="red">{t('buttons.delete')}</Button>
      <Button disabled>{t('buttons.save')}</Button>
      {isOpen && (
        <Confirm
          title="Refund"
          isDangerous
          effect={
            <>
              Balance <Money value="120.0000" /> → <Money value="20.0000" />
            </>
          }
          confirmLabel="Refund"
          typed="000017"
          asks={['reason', 'payment_password', 'one_code']}
          act={() => Promise.reject(fault('refused'))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
