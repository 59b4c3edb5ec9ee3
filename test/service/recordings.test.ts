import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as published from '@xnet/clients';
import {
  createEthereumNode,
  createHttp,
  type EthCall,
  httpRpc,
  type RpcTransport,
  webSocketRpc,
} from '@xnet/clients';
import WebSocket from 'ws';
import { type Recording, recordedChainIds, recordings, toldOf } from '../chain/recordings';
import { type OpenService, openService, startUpstream } from './openService';

const recorded = recordings();

type Fields = Record<string, unknown>;
/** The service's form of a response: as specified, old transactions have no chain id. */
const shaped = ({ reply }: Recording): unknown =>
  JSON.parse(
    JSON.stringify(reply.result, (_name, value: Fields | null) => {
      if (value?.type !== '0x0' && value?.type !== '0x1') return value;
      const { chainId: _, ...transaction } = value;
      return transaction;
    }),
  );

/** The call of a recording, using the client function named like its method. */
function callOf({ request }: Recording): EthCall {
  const method = (published as Record<string, unknown>)[request.method];
  if (typeof method !== 'function') throw new Error(`There is no ${request.method}.`);
  return method(...request.params) as EthCall;
}

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let service: OpenService;
const transports: Record<string, RpcTransport> = {};
beforeAll(async () => {
  upstream = await startUpstream((method, params) => {
    const told = toldOf(recorded, method, params);
    return told ? { result: told.result } : 503;
  }, recordedChainIds['execution-apis']);
  service = await openService({ eth: [upstream.url] });
  const http = createHttp({ fetch });
  transports.HTTP = httpRpc({ http, endpoints: [{ url: service.rpcUrl }] });
  transports.WebSocket = webSocketRpc({
    endpoint: { url: service.socketUrl },
    open: (url) => new WebSocket(url),
  });
});
afterAll(async () => {
  for (const transport of Object.values(transports)) transport.close();
  await service.stop();
  await upstream.stop();
});

it('are all there', () => {
  expect(recorded).toHaveLength(19);
});

describe.each(['HTTP', 'WebSocket'])('through client and service over %s', (name) => {
  const node = () => createEthereumNode(transports[name] as RpcTransport); // Made above.

  it.each(recorded)('$name comes as the specification has it', async (recording) => {
    await expect(node().read(callOf(recording))).resolves.toEqual(shaped(recording));
  });

  it('all come in one batch', async () => {
    const outcomes = await node().batch(recorded.map(callOf));
    expect(outcomes).toEqual(recorded.map((each) => ({ ok: true, value: shaped(each) })));
  });
});
