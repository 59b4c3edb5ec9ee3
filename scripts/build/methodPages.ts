import { commonErrors } from '../../src/rpc/method';
import { callers, prompts } from './methodWords';
import { type createOpenrpc, referredKinds } from './openrpc';
import { findWireExample } from './wireExamples';

type Method = ReturnType<typeof createOpenrpc>['methods'][number];
type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  default?: unknown;
  description?: string;
};

/** Pictures of what the user sees, by method; `npm run pictures` takes them. */
const pictures: Readonly<Record<string, string>> = {
  xnet_addAccount: 'addAccount',
  xnet_addErc20Token: 'addToken',
  xnet_createAccount: 'addAccount',
  xnet_declareContract: 'declare',
  xnet_displayPrivateKey: 'privateKey',
  xnet_executeTxn: 'transfer',
  xnet_getCurrentAccount: 'chooseAccounts',
  xnet_listAccounts: 'chooseAccounts',
  xnet_recoverAccounts: 'recover',
  xnet_signDeclareTransaction: 'signDeclaration',
  xnet_signDeployAccountTransaction: 'signDeployment',
  xnet_signMessage: 'message',
  xnet_signTransaction: 'signTransaction',
  xnet_switchAccount: 'switchAccount',
  xnet_switchNetwork: 'switchNetwork',
  xnet_toggleAccountVisibility: 'hideAccount',
  xnet_upgradeAccContract: 'upgrade',
};

const escaped = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
const code = (value: unknown): string => `\`${JSON.stringify(value).replaceAll('"', "'")}\``;

/** The type of a value in words. */
function wordsOf({ type, enum: names, const: constant, anyOf, items }: Schema): string {
  if (names) return names.map(code).join(', ');
  if (constant !== undefined) return code(constant);
  if (anyOf) return [...new Set(anyOf.map(wordsOf))].join(' or ');
  const kinds = [type ?? 'any'].flat();
  return kinds
    .map((kind) => (kind === 'array' ? `list of ${wordsOf(items ?? {})}` : kind))
    .join(' or ');
}

/** The object in a schema whose fields deserve rows: its own, that of a list, or the first choice. */
function fieldsOf({ properties, items, anyOf }: Schema): Schema | undefined {
  if (properties) return { properties };
  for (const part of [items, ...(anyOf ?? [])]) {
    const inner = part && fieldsOf(part);
    if (inner)
      return { ...inner, required: (part.properties && part.required) ?? inner.required ?? [] };
  }
  return undefined;
}

/** One row per value, and indented by its path, one per field in it. */
function rowsOf(path: string, schema: Schema, isRequired: boolean): string[] {
  const fallback = schema.default === undefined ? 'no' : `no: ${code(schema.default)}`;
  const cells = [
    `\`${path}\``,
    wordsOf(schema),
    isRequired ? 'yes' : fallback,
    schema.description ?? '',
  ];
  const fields = fieldsOf(schema);
  const required = schema.required ?? fields?.required ?? [];
  return [
    `| ${cells.map(escaped).join(' | ')} |`,
    ...Object.entries(fields?.properties ?? {}).flatMap(([name, part]) =>
      rowsOf(`${path}.${name}`, part, required.includes(name)),
    ),
  ];
}

const table = (rows: readonly string[]): string =>
  ['| Name | Type | Required | Meaning |', '|---|---|---|---|', ...rows].join('\n');

const paramsOf = ({ params }: Method): string => {
  if (params.length === 0) return 'None.';
  return table(
    params.flatMap(({ name, required, schema }) => rowsOf(name, schema as Schema, required)),
  );
};

function resultOf({ result }: Method): string {
  const schema = result.schema as Schema;
  const rows = rowsOf('result', schema, true);
  const [sentence = wordsOf(schema)] = [schema.description];
  if (rows.length === 1) return `${sentence} (${escaped(wordsOf(schema))})`;
  return table(rows);
}

/** The errors of a method beside those of every method, by name: errors.md says the rest once. */
function errorsOf({ errors }: Method): string {
  const common: readonly string[] = commonErrors;
  const kinds = referredKinds(errors).filter((kind) => !common.includes(kind));
  const names = kinds.map((kind) => `[\`${kind}\`](../errors.md#${kind.toLowerCase()})`);
  const commonLink = '[those of every method](../errors.md#errors-of-every-method)';
  if (names.length === 0) return `Only ${commonLink}.`;
  return `${names.join(', ')}, and ${commonLink}.`;
}

const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

function wireOf({ name }: Method): string {
  const example = findWireExample(name);
  if (!example) return 'No request is recorded yet.';
  const { request, reply } = example;
  const { params = {} } = request.params.request;
  const link = `http://127.0.0.1:3911/#/run?${new URLSearchParams({ method: name, params: JSON.stringify(params) })}`;
  return `## Over the wire

Recorded in a test, on the local chain; \`…\` stands for what is too long for a page. The wallet receives:

${json(request)}

The site receives${'error' in reply ? ', as an error' : ''}:

${json('error' in reply ? reply.error : reply.result)}

While \`npm start\` runs: [send this request](${link}).`;
}

const seenOf = ({ name, 'x-prompts': prompt }: Method): string => {
  const picture = pictures[name];
  const pictureText = picture
    ? `\n\n![What the user sees when a site calls ${name}](../../pictures/dialogs/${picture}.png)`
    : '';
  return `User approval: ${prompts[prompt]}.${pictureText}`;
};

const pageOf = (method: Method): string => `# ${method.name}

${method.summary}

Who may call: ${callers[method['x-callers']]}. ${seenOf(method)}

## Params

${paramsOf(method)}

## Result

${resultOf(method)}

## Errors

${errorsOf(method)}

${wireOf(method)}
`;

/** A page per method, by its path. */
export const methodPages = (methods: readonly Method[]): Record<string, string> =>
  Object.fromEntries(
    methods.map((method) => [`docs/develop/methods/${method.name}.md`, pageOf(method)]),
  );
