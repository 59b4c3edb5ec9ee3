import type { Failure } from '../wallet/failure';
import type { Entry, Outgoing } from './log';

const indent = 2;

/** Indented JSON; values that JSON cannot represent become strings. */
export const pretty = (value: unknown): string =>
  JSON.stringify(
    value ?? null,
    (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part),
    indent,
  );

/** An error's facts in English, without the page's words for it. */
const plain = ({ words: _, ...failure }: Failure): object => failure;

/** One request with its reply, as plain data. */
export function entryAsJson(entry: Entry): object {
  const { outgoing, outcome, startedAt, milliseconds, times } = entry;
  return {
    at: new Date(startedAt).toISOString(),
    milliseconds,
    times,
    ...('request' in outgoing
      ? { request: outgoing.request }
      : { url: outgoing.url, request: outgoing.body }),
    ...(outcome.state === 'reply' && { reply: outcome.result ?? null }),
    ...(outcome.state === 'error' && { error: plain(outcome.failure) }),
    ...(outcome.state === 'pending' && { pending: true }),
  };
}

/** The request as code of a dapp. */
export function asCode(outgoing: Outgoing): string {
  if (outgoing.to === 'walletApi') return `await wallet.request(${pretty(outgoing.request)});`;
  if (outgoing.to === 'wallet') return `await provider.request(${pretty(outgoing.request)});`;
  if (outgoing.to === 'service') return requestCode(outgoing);
  return requestCode({ ...outgoing, over: 'POST', bodyIs: 'json', isBasic: false });
}

type Sent = Omit<Outgoing & { readonly to: 'service' }, 'to' | 'label'>;

function requestCode(request: Sent): string {
  const { over, url, body, bodyIs } = request;
  const text = quoted(body ?? '');
  if (over === 'WebSocket')
    return [
      `const socket = new WebSocket(${quoted(url)});`,
      `socket.onopen = () => socket.send(${text});`,
      'socket.onmessage = ({ data }) => {',
      '  // JSON.parse(data)',
      '};',
    ].join('\n');
  const form = `const form = new FormData();\nform.append('file', new Blob([${text}]));\n`;
  const options = optionsOf(request).map((option) => `  ${option},\n`);
  const second = options.length === 0 ? '' : `, {\n${options.join('')}}`;
  return `${bodyIs === 'file' ? form : ''}await fetch(${quoted(url)}${second});`;
}

function optionsOf({ over, body, bodyIs, isBasic }: Sent): string[] {
  const isJson = body !== null && bodyIs === 'json';
  const headers = [
    ...(isBasic ? [`authorization: \`Basic \${btoa('API_KEY:SECRET')}\``] : []),
    ...(isJson ? ["'content-type': 'application/json'"] : []),
  ];
  return [
    ...(over === 'GET' ? [] : [`method: '${over}'`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(body === null ? [] : [`body: ${isJson ? quoted(body) : 'form'}`]),
  ];
}

const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
