import { type Duplex, pipeline } from 'node:stream';
import { createAsyncMiddleware, JsonRpcEngine } from '@metamask/json-rpc-engine';
import { createEngineStream } from '@metamask/json-rpc-middleware-stream';
import { Messenger } from '@metamask/messenger';
import { NodeThreadExecutionService, setupMultiplex } from '@metamask/snaps-controllers/node';
import type { Json, SnapsProvider } from '@metamask/snaps-sdk';
import { DEFAULT_ENDOWMENTS, HandlerType } from '@metamask/snaps-utils';
import type { OnUserInput } from '../../test/wallet/fakeDialogs';

export type Sandbox = {
  /** From nothing to an evaluated bundle: worker, lockdown, evaluation. */
  start: { ms: number; processorMs: number };
  invoke(method: string, params?: object): Promise<unknown>;
  /** Reports the user's input in a dialog to the module. */
  input: OnUserInput;
  stop(): Promise<void>;
};

const id = 'npm:@xnet/module';
/** The default endowments, plus those of endowment:network-access and endowment:webassembly. */
const endowments = [
  ...DEFAULT_ENDOWMENTS,
  'fetch',
  'Request',
  'Headers',
  'Response',
  'WebAssembly',
];

/** Starts a bundle in the vendor's execution environment, with the given wallet responses. */
export async function startInSandbox(
  sourceCode: string,
  wallet: Pick<SnapsProvider, 'request'>,
): Promise<Sandbox> {
  const service = new NodeThreadExecutionService({
    messenger: new Messenger({ namespace: 'ExecutionService' }),
    setupSnapProvider(_id, connection) {
      const channel = setupMultiplex(connection, 'module').createStream('metamask-provider');
      const stream = channel as unknown as Duplex; // its base class comes without types
      const engine = new JsonRpcEngine();
      engine.push(
        createAsyncMiddleware(async (request, response) => {
          // The provider's own initial request.
          const asksState = request.method === 'metamask_getProviderState';
          const answer: unknown = asksState
            ? { isUnlocked: true, accounts: [], chainId: '0x1', networkVersion: '1' }
            : await wallet.request(request as Parameters<typeof wallet.request>[0]);
          response.result = (answer ?? null) as Json;
        }),
      );
      // Breaks when the sandbox is stopped.
      pipeline(stream, createEngineStream({ engine }) as Duplex, stream, () => undefined);
    },
  });
  const [started, cpuBefore] = [performance.now(), process.cpuUsage()];
  await service.executeSnap({ snapId: id, sourceCode, endowments });
  const { user, system } = process.cpuUsage(cpuBefore);
  const start = { ms: performance.now() - started, processorMs: (user + system) / 1_000 };
  let lastId = 0;
  const handle = (handler: HandlerType, method: string, params: object) => {
    lastId += 1;
    const request = { jsonrpc: '2.0', id: lastId, method, params };
    return service.handleRpcRequest(id, { origin: 'https://bench.example', handler, request });
  };
  return {
    start,
    invoke: (method, params = {}) => handle(HandlerType.OnRpcRequest, method, params),
    async input(dialog, event) {
      await handle(HandlerType.OnUserInput, '', { id: dialog, event, context: null });
    },
    stop: () => service.terminateAllSnaps(),
  };
}
