import { apiScopes } from '@suanpan/contract/endpoints/api-keys';
import { isPermission, type Permission, type RouteName } from '@suanpan/domain/access/permissions';
import { isApprovalActName } from '@suanpan/domain/approvals';
import { isRoleName } from '@suanpan/domain/access/roles';
import { supplySources, type SupplySource } from '@suanpan/domain/journals/collection-supply';
import { collectionStatuses } from '@suanpan/domain/states/collection';
import { payoutStatuses } from '@suanpan/domain/states/payout';
import { withdrawalStatuses } from '@suanpan/domain/states/withdrawal';
import type { Words } from '@suanpan/messages/packs';
import { Money } from '../../../kit/money.tsx';
import { useWords } from '../../../lib/use-words.ts';
import type { Approval } from './approval.ts';
import styles from './approvals.module.css';

type Field = keyof Words['approvals']['fields'];

/** A sum that will stand, or with its sign one that is added or taken away. */
const money = /^[+-]?\d+\.\d{4,6}$/;
const isScope = (text: string): text is (typeof apiScopes)[number] =>
  (apiScopes as readonly string[]).includes(text);
const isSource = (text: string): text is SupplySource => (supplySources as readonly string[]).includes(text);
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** The first change in one line, and how many more there are. */
export function EffectLine({ row }: { row: Approval }) {
  const t = useWords('approvals');
  const [first, ...others] = row.effect;
  if (first === undefined) return '–';
  return (
    <span className={styles.line}>
      <span className={styles.field}>{t(`fields.${first.field as Field}`)}</span>
      {first.before !== null && <Value of={row} field={first.field} text={first.before} isShort />}
      {first.before !== null && first.after !== null && <span aria-hidden>→</span>}
      {first.after !== null && <Value of={row} field={first.field} text={first.after} isShort />}
      {others.length > 0 && <small>{t('detail.more', { count: others.length })}</small>}
    </span>
  );
}

/** Every change with what stands now and what would stand then. */
export function EffectTable({ row }: { row: Approval }) {
  const t = useWords('approvals');
  // What is only added to has nothing to be held against.
  const hasBefore = row.effect.some(({ before }) => before !== null);
  return (
    <table className={styles.effect}>
      <thead>
        <tr>
          <th scope="col">{t('columns.effect')}</th>
          {hasBefore && <th scope="col">{t('columns.before')}</th>}
          <th scope="col">{t('columns.after')}</th>
        </tr>
      </thead>
      <tbody>
        {row.effect.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{t(`fields.${field as Field}`)}</th>
            {hasBefore && (
              <td>
                <Value of={row} field={field} text={before} />
              </td>
            )}
            <td data-changed={before !== after || undefined}>
              <Value of={row} field={field} text={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ValueProps {
  readonly of: Approval;
  readonly field: string;
  readonly text: string | null;
  readonly isShort?: boolean;
}

/** Plain text as it came; sums with their separators, states, kinds of users, sources of money, scopes of keys and permissions in words. */
function Value({ of: { subject }, field, text, isShort }: ValueProps) {
  const t = useWords('approvals');
  const keys = useWords('personal');
  const statuses = useWords('statuses');
  const common = useWords('common');
  const orders = useWords('orders');
  const withdrawals = useWords('withdrawals');
  if (text === null || text === '') return <span className={styles.nothing}>{t('detail.nothing')}</span>;
  if (field === 'status') {
    const [collection, payout, withdrawal] = [
      collectionStatuses.find((one) => subject.kind === 'collection' && one === text),
      payoutStatuses.find((one) => subject.kind === 'payout' && one === text),
      withdrawalStatuses.find((one) => subject.kind === 'withdrawal' && one === text),
    ];
    if (collection !== undefined) return statuses(`collectionStatus.${collection}`);
    if (payout !== undefined) return statuses(`payout.${payout}`);
    if (withdrawal !== undefined) return withdrawals(`status.${withdrawal}`);
  }
  if (field === 'kind' && isRoleName(text)) return statuses(`role.${text}`);
  if (field === 'act' && isApprovalActName(text)) return t(`acts.${text}`);
  if (text === 'true' || text === 'false') return common(text === 'true' ? 'states.yes' : 'states.no');
  if (field === 'source' && isSource(text)) return orders(`supply.sources.${text}`);
  if (field === 'scopes') {
    return text
      .split(', ')
      .map((scope) => (isScope(scope) ? keys(`keys.scope.${scope}`) : scope))
      .join(' · ');
  }
  if (money.test(text))
    return <Money value={text.replace('+', '')} isExact isChange={text.startsWith('+')} />;
  const lines = linesOf(text);
  if (!lines.every(isPermission)) return <span className={styles.plain}>{text}</span>;
  const shown = isShort ? lines.slice(0, 1) : lines;
  return (
    <span className={styles.rights}>
      {shown.map((permission) => (
        <Right key={permission} permission={permission} />
      ))}
      {isShort && lines.length > 1 && <small>{t('detail.more', { count: lines.length - 1 })}</small>}
    </span>
  );
}

function Right({ permission }: { permission: Permission }) {
  const screens = useWords('screens');
  const words = useWords('permissions');
  const dot = permission.lastIndexOf('.');
  const title = screens(`titles.${permission.slice(0, dot) as RouteName}`);
  return (
    <span className={styles.right} title={permission}>
      {title} · {words(`verbs.${permission.slice(dot + 1) as 'get'}`)}
    </span>
  );
}
