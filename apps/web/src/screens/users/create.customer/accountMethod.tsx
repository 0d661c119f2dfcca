import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stepper.layer.css';
import { Button, NativeSelect, PasswordInput, Radio, Stepper, TextInput } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import type { createCustomer } from '@suanpan/contract/endpoints/user-acts';
import type { Permission } from '@suanpan/domain/access/permissions';
import { defaultRegion } from '@suanpan/domain/limits';
import { useState, type ReactNode } from 'react';
import { CurrencySelect } from '../../../kit/currency-select.tsx';
import { ListPage } from '../../../kit/list-page.tsx';
import { PickInput } from '../../../kit/pick-input.tsx';
import { textAt } from '../../../lib/list-paging.ts';
import { saidElsewhere } from '../../../lib/call-fault.ts';
import { agentNames } from '../../../lib/names.ts';
import { useMay, useSelf } from '../../../lib/own-user.ts';
import { useScreenPlace } from '../../../lib/screen-search.ts';
import { useSending } from '../../../lib/use-sending.ts';
import { useWords } from '../../../lib/use-words.ts';
import { ContactFields } from '../../../parts/user/contact-fields.tsx';
import { usersChanged } from '../../../parts/user/users-changed.ts';
import { SettleRuleField } from '../../../parts/user/settle-rule-field.tsx';
import { ChannelsStep } from './channels-step.tsx';
import { SubAgentField } from './sub-agent-field.tsx';
import { createAccount, emptyDraft, type AccountDraft, type AccountKind } from './create-account.ts';
import styles from './account-method.module.css';

type Created = OutputOf<typeof createCustomer>;

const rights: Readonly<Record<AccountKind, Permission>> = {
  customer: 'users.create.customer/accountMethod.createCustomer',
  subAgent: 'users.create.customer/accountMethod.createSubAgent',
  middleman: 'users.create.customer/accountMethod.createMiddleman',
  agent: 'users.create.customer/accountMethod.createAgent',
};
const kinds = Object.keys(rights) as readonly AccountKind[];

/** A new merchant, agent or referrer: the account, how he signs in, and where his channels are set. */
export function CreateAccount() {
  const t = useWords('users');
  const screens = useWords('screens');
  const place = useScreenPlace();
  const may = useMay();
  const allowed = kinds.filter((kind) => may(rights[kind]));
  const wanted = textAt(place.search, 'kind');
  const kind = allowed.find((one) => one === wanted) ?? allowed[0] ?? 'customer';
  const [created, setCreated] = useState<Created | null>(null);
  // Two entries of the menu lead here, so the tab's own title may be the other one's.
  const title =
    kind === 'customer' || kind === 'subAgent'
      ? screens(`createItems.${kind}`)
      : screens('titles.users.create.customer/accountMethod');
  return (
    <ListPage title={title}>
      <div className={styles.page}>
        <Stepper
          // A merchant's prices are still to be filled in; of others nothing is asked here.
          active={created === null ? 0 : created.user.role_name === 'customer' ? 1 : 2}
          size="sm"
          className={styles.steps}
          allowNextStepsSelect={false}
        >
          <Stepper.Step label={t('create.account')} description={t('create.signIn')} />
          <Stepper.Step label={t('create.channels')} />
        </Stepper>
        {created === null ? (
          <AccountForm
            key={kind}
            kind={kind}
            allowed={allowed}
            onKind={(next) => place.setSearch({ ...place.search, kind: next })}
            onCreated={setCreated}
          />
        ) : (
          <ChannelsStep created={created} onAnother={() => setCreated(null)} />
        )}
      </div>
    </ListPage>
  );
}

interface AccountFormProps {
  readonly kind: AccountKind;
  readonly allowed: readonly AccountKind[];
  readonly onKind: (kind: AccountKind) => void;
  readonly onCreated: (created: Created) => void;
}

function AccountForm({ kind, allowed, onKind, onCreated }: AccountFormProps) {
  const t = useWords('users');
  const s = useWords('statuses');
  const may = useMay();
  const isPlatform = ['admin', 'manager', 'staffSub'].includes(useSelf().role_name);
  const [draft, setDraft] = useState<AccountDraft>(emptyDraft);
  const { isBusy, fault, errorOf: error, send } = useSending();
  const set = (change: Partial<AccountDraft>): void => setDraft({ ...draft, ...change });
  const needsAgent = isPlatform && kind !== 'agent';
  const isReady =
    draft.name.trim() !== '' &&
    draft.username.trim().length > 2 &&
    draft.sub_agent_id !== null &&
    (!needsAgent || (kind === 'middleman' ? draft.agent_id !== null : Boolean(draft.agent_id))) &&
    (draft.byLink || draft.password !== '');
  const bindsAtOnce = kind === 'customer' && may('users.list.bind');
  // A refusal about a field that is not there now is said below, and not beside nothing.
  const shown = [
    'name',
    'username',
    'phone',
    'email',
    ...(needsAgent ? ['agent_id'] : []),
    ...(draft.byLink ? [] : ['password']),
    ...(bindsAtOnce ? ['sub_agent_id'] : []),
  ];
  const elsewhere = fault && saidElsewhere(fault, shown);
  const create = async (): Promise<void> => {
    const created = await createAccount(kind, draft, needsAgent);
    usersChanged();
    onCreated(created);
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isBusy) void send(create);
      }}
    >
      <Part title={t('create.account')} hint={t('create.accountHint')}>
        {allowed.length > 1 && (
          <Radio.Group
            label={t('create.kind')}
            value={kind}
            onChange={(value) => onKind(allowed.find((one) => one === value) ?? kind)}
          >
            <div className={styles.kinds}>
              {allowed.map((one) => (
                <Radio key={one} value={one} label={s(`role.${one}`)} />
              ))}
            </div>
          </Radio.Group>
        )}
        <div className={styles.pair}>
          <TextInput
            label={t('columns.name')}
            value={draft.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            error={error('name')}
            required
          />
          <TextInput
            label={t('columns.username')}
            description={t('create.usernameHint')}
            value={draft.username}
            onChange={(event) => set({ username: event.currentTarget.value })}
            error={error('username')}
            autoComplete="off"
            required
          />
        </div>
      </Part>
      <Part title={t('create.belonging')} hint={t('create.belongingHint')}>
        {needsAgent && (
          <PickInput
            label={t('columns.agentName')}
            description={t('create.agentHint')}
            source={agentNames}
            onPick={(agent_id) => set({ agent_id })}
            error={error('agent_id')}
            required={kind !== 'middleman'}
          />
        )}
        <div className={styles.pair}>
          <CurrencySelect
            label={t('columns.currency')}
            value={draft.currency}
            onPick={(currency) => set({ currency })}
          />
          <NativeSelect label={t('create.region')} data={[defaultRegion]} defaultValue={defaultRegion} />
        </div>
        {bindsAtOnce && (
          <SubAgentField
            isSought={needsAgent}
            value={draft.sub_agent_id ?? ''}
            onChange={(sub_agent_id) => set({ sub_agent_id })}
            error={error('sub_agent_id')}
          />
        )}
        {kind === 'customer' && (
          <SettleRuleField value={draft.settle_rule} onChange={(settle_rule) => set({ settle_rule })} isNew />
        )}
      </Part>
      <Part title={t('create.contact')} hint={t('create.contactHint')}>
        <ContactFields
          value={draft}
          onChange={set}
          errors={{ phone: error('phone'), email: error('email') }}
        />
      </Part>
      <Part title={t('create.signIn')} hint={t('create.signInHint')}>
        <Radio.Group
          aria-label={t('create.signIn')}
          value={draft.byLink ? 'link' : 'password'}
          onChange={(value) => set({ byLink: value === 'link' })}
        >
          <div className={styles.kinds}>
            <Radio value="link" label={t('create.byLink')} />
            <Radio value="password" label={t('create.byPassword')} />
          </div>
        </Radio.Group>
        {!draft.byLink && (
          <PasswordInput
            label={t('create.password')}
            description={t('create.passwordHint')}
            value={draft.password}
            onChange={(event) => set({ password: event.currentTarget.value })}
            error={error('password')}
            autoComplete="new-password"
            required
          />
        )}
      </Part>
      {elsewhere !== null && (
        <p role="alert" className={styles.fault}>
          {elsewhere}
        </p>
      )}
      <footer className={styles.foot}>
        <Button type="submit" loading={isBusy} disabled={!isReady}>
          {t('create.submit')}
        </Button>
      </footer>
    </form>
  );
}

/** A few fields that belong together: what they are at the left, the fields at the right. */
function Part({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <div>
        <h2>{title}</h2>
        <p>{hint}</p>
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}
