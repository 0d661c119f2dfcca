import { Button } from '@mantine/core';
import type { RouteName } from '@suanpan/domain/access/permissions';
import type { GridAction } from '../../../kit/grid/grid-column.ts';
import { Copy } from '../../../kit/copy.tsx';
import { Money } from '../../../kit/money.tsx';
import { SideDrawer } from '../../../kit/side-drawer.tsx';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { useMay } from '../../../lib/own-user.ts';
import { useWords } from '../../../lib/use-words.ts';
import { Instant } from '../../../kit/instant.tsx';
import { approvalTones, type Approval } from './approval.ts';
import styles from './approvals.module.css';
import { EffectTable } from './effect.tsx';

interface ApprovalDrawerProps {
  readonly row: Approval;
  readonly actions: readonly GridAction[];
  readonly onClose: () => void;
}

interface Place {
  readonly route: RouteName;
  readonly search: (of: Approval['subject']) => string;
}
const byId: Place['search'] = ({ id }) => `open=${id}`;

/** Where the thing stands that it is about. */
const places: Readonly<Record<string, Place>> = {
  collection: { route: 'collections.transactions', search: byId },
  payout: { route: 'payment.transactions', search: byId },
  reconciliation: { route: 'admin.reconciliation', search: byId },
  withdrawal: { route: 'withdraws.list', search: ({ label }) => `no=${encodeURIComponent(label)}` },
};

/** The way to it for whoever may go there; else the number by which it is known. */
function Subject({ of }: { of: Approval['subject'] }) {
  const may = useMay();
  const place = places[of.kind];
  return place === undefined || !may(`${place.route}.get`) ? (
    <Copy text={of.id} />
  ) : (
    <a href={`#/wrap/${place.route}?${place.search(of)}`}>{of.label}</a>
  );
}

/** Everything that a decision rests on: who wants what and why, and exactly what would happen. */
export function ApprovalDrawer({ row, actions, onClose }: ApprovalDrawerProps) {
  const t = useWords('approvals');
  return (
    <SideDrawer onClose={onClose} size={640} title={t(`acts.${row.act}`)}>
      <div className={styles.content} tabIndex={-1} data-autofocus>
        <header className={styles.head}>
          <h2>{row.subject.label}</h2>
          <StatusTag tone={approvalTones[row.state]} label={t(`states.${row.state}`)} />
          {row.amount !== null && <Money value={row.amount} currency={row.currency ?? undefined} />}
        </header>
        {row.hindrance !== null && (
          <p className={styles.hindrance} role="status">
            {t(`hindrances.${row.hindrance}`)}
          </p>
        )}
        <blockquote className={styles.reason}>
          <span>{t('columns.reason')}</span>
          {row.reason}
        </blockquote>
        <EffectTable row={row} />
        <dl className={styles.facts}>
          <dt>{t('columns.subject')}</dt>
          <dd>
            <Subject of={row.subject} />
          </dd>
          {row.agent && (
            <>
              <dt>{t('columns.agent')}</dt>
              <dd>
                {row.agent.name} · <span className="num">{row.agent.id}</span>
              </dd>
            </>
          )}
          <dt>{t('columns.maker')}</dt>
          <dd>
            {row.maker.name} · {row.maker.username}
          </dd>
          <dt>{t('columns.createdAt')}</dt>
          <dd>
            <Instant at={row.created_at} />
          </dd>
          {row.state === 'waiting' && (
            <>
              <dt>{t('columns.expiresAt')}</dt>
              <dd>
                <Instant at={row.expires_at} />
              </dd>
            </>
          )}
          {row.checker && (
            <>
              <dt>{t('columns.checker')}</dt>
              <dd>
                {row.checker.name} · {row.checker.username}
              </dd>
            </>
          )}
          {row.decided_at !== null && (
            <>
              <dt>{t('columns.decidedAt')}</dt>
              <dd>
                <Instant at={row.decided_at} />
              </dd>
            </>
          )}
          {row.decision_reason !== null && (
            <>
              <dt>{t('columns.decisionReason')}</dt>
              <dd>{row.decision_reason}</dd>
            </>
          )}
        </dl>
      </div>
      {actions.length > 0 && (
        <footer className={styles.foot}>
          {actions.map((action) => (
            <Button
              key={action.key}
              variant={action.isDangerous ? 'outline' : 'filled'}
              {...(action.isDangerous ? { color: 'red' } : {})}
              disabled={action.disabledBecause !== undefined}
              title={action.disabledBecause}
              onClick={action.run}
            >
              {action.label}
            </Button>
          ))}
        </footer>
      )}
    </SideDrawer>
  );
}
