import { readFileSync } from 'node:fs';

const { methods, components } = JSON.parse(
  readFileSync(new URL('../../../openrpc.json', import.meta.url), 'utf8'),
);

const referenceTo = (kind) => `#/components/errors/${kind}`;
const isOf = (kind) => (method) => method.errors.some(({ $ref }) => $ref === referenceTo(kind));

function listOf(failing) {
  if (failing.length === 0) return 'None by itself: it answers a request that no method serves.';
  if (failing.length === methods.length) return 'Every method.';
  return failing.map(({ name }) => `- [\`${name}\`](/docs/develop/methods/${name})`).join('\n');
}

/** The page of an error: for whoever looks for its kind, code or message. */
function pageOf(kind) {
  const { code, message, data } = components.errors[kind];
  const failing = methods.filter(isOf(kind));
  return [
    `# ${kind}`,
    `Code ${code}: ${message}`,
    `**What to do.** ${data.hint}`,
    data.retry ? 'The same request may succeed later.' : 'The same request fails again.',
    '## In code',
    'The connector tells it by its kind, whichever wallet the page runs in:',
    `\`\`\`ts\nif (getErrorKind(error) === '${kind}') …\n\`\`\``,
    '## Methods that fail with it',
    listOf(failing),
    '[All errors](/docs/develop/errors) · [Failures of wallets](/docs/develop/connect#when-it-fails)',
  ].join('\n\n');
}

export default {
  paths: () =>
    Object.keys(components.errors).map((kind) => ({ params: { kind }, content: pageOf(kind) })),
};
