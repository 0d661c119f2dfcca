import type { OpenApi, Operation, Parameter } from '@suanpan/contract/openapi/document';
import type { JsonSchema } from '@suanpan/contract/openapi/json-schema';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../lib/use-words.ts';
import { RawText } from '../../../parts/raw-text.tsx';
import styles from './api-file.module.css';
import { openApiPath, openApiQuery } from './open-api.ts';
import { schemaLines } from './schema-lines.ts';
import type { SchemaLine } from './schema-lines.ts';

/** Every call of the merchant API as the server describes it: fields, examples, answers and errors. */
export function Calls() {
  const t = useWords('apiFile');
  const { data, error } = useQuery(openApiQuery);
  return (
    <>
      <p>
        <a href={openApiPath} download="suanpan-merchant-api.json">
          {t('calls.open')}
        </a>
      </p>
      {error && (
        <p className={styles.wrong} role="alert">
          {t('calls.failed')}
        </p>
      )}
      {!data && !error && <p className={styles.quiet}>{t('calls.load')}</p>}
      {data && callsOf(data).map((one) => <CallDocument key={`${one.method} ${one.path}`} {...one} />)}
    </>
  );
}

interface DescribedCall {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly errors: readonly (readonly [status: string, codes: string])[];
}

function callsOf(document: OpenApi): DescribedCall[] {
  const base = document.servers[0]?.url ?? '';
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: `${base}${path}`,
      operation,
      errors: Object.entries(operation.responses).flatMap(([status, answer]) => {
        const named =
          '$ref' in answer ? document.components.responses[answer.$ref.split('/').pop() ?? ''] : null;
        return named == null ? [] : [[status, named.description] as const];
      }),
    })),
  );
}

function CallDocument({ errors, method, operation, path }: DescribedCall) {
  const t = useWords('apiFile');
  const sent = operation.requestBody?.content['application/json'];
  const query = (operation.parameters ?? []).filter(
    (one): one is Parameter => 'in' in one && one.in === 'query',
  );
  const answers = Object.entries(operation.responses).flatMap(([status, answer]) => {
    const content = 'content' in answer ? answer.content?.['application/json'] : undefined;
    return content === undefined ? [] : [{ status, content }];
  });
  const [answer] = answers;
  const sentLines = sent === undefined ? [] : schemaLines(sent.schema);
  return (
    <details className={styles.call}>
      <summary>
        <code data-method={method}>{method}</code> <code>{path}</code>
        <span>{operation.summary}</span>
      </summary>
      <div>
        {operation.description !== undefined && <p className={styles.quiet}>{operation.description}</p>}
        <Fields title={t('calls.query')} lines={query.map(asLine)} />
        <Fields title={t('calls.body')} lines={sentLines} />
        {sentLines.length > 0 && (
          <RawText label={t('calls.example')} text={JSON.stringify(sent?.example ?? {})} />
        )}
        {answer !== undefined && (
          <>
            <Fields title={t('calls.answer')} lines={schemaLines(answer.content.schema)} />
            <RawText
              label={`${t('calls.answerExample')} ${answer.status}`}
              text={JSON.stringify(answer.content.example ?? {})}
            />
          </>
        )}
        {errors.length > 0 && (
          <table className={styles.table}>
            <caption>{t('calls.refusals')}</caption>
            <thead>
              <tr>
                <th scope="col">HTTP</th>
                <th scope="col">{t('calls.code')}</th>
              </tr>
            </thead>
            <tbody>
              {errors.map(([status, codes]) => (
                <tr key={status}>
                  <td className="num">{status}</td>
                  <td>
                    <code>{codes}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </details>
  );
}

const asLine = ({ name, required, schema }: Parameter): SchemaLine => {
  const root: JsonSchema = { properties: { [name]: schema }, required: required === true ? [name] : [] };
  return schemaLines(root)[0] ?? { name, type: '', isRequired: false, rule: '' };
};

function Fields({ lines, title }: { lines: readonly SchemaLine[]; title: string }) {
  const t = useWords('apiFile');
  if (lines.length === 0) return null;
  return (
    <div className={styles.wide}>
      <table className={styles.table}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('calls.field')}</th>
            <th scope="col">{t('calls.type')}</th>
            <th scope="col">{t('calls.required')}</th>
            <th scope="col">{t('calls.rule')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.name}>
              <td>
                <code>{line.name}</code>
              </td>
              <td>
                <code>{line.type}</code>
              </td>
              <td>{line.isRequired ? '✓' : ''}</td>
              <td>
                <code>{line.rule}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
