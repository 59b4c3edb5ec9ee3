import { isObject } from '../../src/schema/primitives';
import { takeVersion } from '../../src/schema/specVersion';

export type Finding = {
  /** Name of the check, such as `preflight`. */
  name: string;
  isGood: boolean;
  /** True if the module works without it, less well. */
  isOptional: boolean;
  finding: string;
};

const patienceMs = 20_000;
/** As a wallet's sandbox sends it. */
const origin = 'null';

const headersOf = (response: Response, name: string): string[] =>
  (response.headers.get(name) ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const admits = (response: Response): boolean =>
  ['*', origin].includes(response.headers.get('access-control-allow-origin') ?? '');

const seenOrigin = (response: Response): string =>
  `HTTP ${response.status}, access-control-allow-origin: ${response.headers.get('access-control-allow-origin') ?? 'none'}`;

const preflight = async (url: string): Promise<Finding> => {
  const response = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  });
  const allowed = headersOf(response, 'access-control-allow-headers');
  const isGood =
    response.ok && admits(response) && (allowed.includes('*') || allowed.includes('content-type'));
  const finding = `${seenOrigin(response)}, access-control-allow-headers: ${allowed.join(', ') || 'none'}`;
  return { name: 'preflight', isGood, isOptional: false, finding };
};

const post = (url: string, body: unknown): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { origin, accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  });

const call = (method: string, id: number) => ({ jsonrpc: '2.0', id, method, params: [] });

/** The results of a batch, in the order of the calls; undefined for what was not answered. */
const resultsOf = (reply: unknown, count: number): unknown[] => {
  const replies = (Array.isArray(reply) ? reply : []).filter(isObject);
  return Array.from({ length: count }, (_, id) => replies.find((reply) => reply.id === id)?.result);
};

const answers = async (url: string, chainId: string) => {
  const response = await post(url, [call('starknet_chainId', 0), call('starknet_specVersion', 1)]);
  const [chain, version] = resultsOf(await response.json().catch(() => undefined), 2);
  const exposed = headersOf(response, 'access-control-expose-headers');
  const needed = { isOptional: false };
  return [
    {
      name: 'response',
      isGood: response.ok && admits(response),
      finding: seenOrigin(response),
      ...needed,
    },
    {
      name: 'batch',
      isGood: chain !== undefined && version !== undefined,
      finding: 'two calls in one request',
      ...needed,
    },
    { name: 'chain id', isGood: chain === chainId, finding: `${chain}`, ...needed },
    {
      name: 'version',
      isGood: takeVersion(`${version}`) !== 'unsupported',
      finding: `${version}`,
      ...needed,
    },
    {
      name: 'exposed headers',
      isGood: exposed.includes('*') || exposed.includes('retry-after'),
      isOptional: true,
      finding: exposed.join(', ') || 'none: the pause after a 429 is chosen without the node',
    },
  ];
};

/** An error must be readable, too: without CORS it looks like a broken connection. */
const refusal = async (url: string): Promise<Finding> => {
  const response = await post(url, { jsonrpc: '2.0', id: 1 });
  return {
    name: 'error',
    isGood: admits(response),
    isOptional: false,
    finding: seenOrigin(response),
  };
};

/** The innermost message: what `fetch` throws says only that it failed. */
const reasonOf = (error: unknown): string => {
  if (!isObject(error)) return 'failed';
  if (isObject(error.cause)) return reasonOf(error.cause);
  return `${error.message}`;
};

/** Looks whether a module in a browser's wallet can use a node; at most three requests. */
export const checkEndpoint = async (url: string, chainId: string): Promise<Finding[]> => {
  try {
    return [await preflight(url), ...(await answers(url, chainId)), await refusal(url)];
  } catch (error) {
    const finding = reasonOf(error);
    return [{ name: 'connection', isGood: false, isOptional: false, finding }];
  }
};
