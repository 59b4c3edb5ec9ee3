import { createHttp } from '@xnet/clients/transport/http';
import { createStarknetNode, type StarknetNode } from '../../src/remote/starknet/node';
import { chainIds } from '../../src/schema/primitives';
import { createClock, type TestClock } from '../wallet/clock';
import { type FaultServer, type RpcAnswer, startFaultServer } from './faultServer';

export type NodePair = {
  first: FaultServer;
  second: FaultServer;
  clock: TestClock;
  /** Changes the response of a method from now on. */
  set(which: 'first' | 'second', method: string, answer: RpcAnswer): void;
  /** The client for these servers, with a clock that does not wait. */
  nodeOver(...servers: readonly FaultServer[]): StarknetNode;
  stop(): Promise<void>;
};

const usual = (): Record<string, RpcAnswer> => ({
  starknet_chainId: { result: chainIds.sepolia },
  starknet_specVersion: { result: '0.10.2' },
  starknet_getNonce: { result: '0x7' },
  starknet_blockNumber: { result: 9 },
  starknet_addInvokeTransaction: { result: { transaction_hash: '0xabc' } },
});

/** Two servers in place of Sepolia endpoints, on a network that fails as scripted. */
export async function startNodePair(): Promise<NodePair> {
  const answers = { first: usual(), second: usual() };
  const unknown = { error: { code: -32601, message: 'Unknown' } };
  const first = await startFaultServer((method) => answers.first[method] ?? unknown);
  const second = await startFaultServer((method) => answers.second[method] ?? unknown);
  const clock = createClock();
  return {
    first,
    second,
    clock,
    set(which, method, answer) {
      answers[which][method] = answer;
    },
    nodeOver: (...servers) =>
      createStarknetNode({
        http: createHttp({ fetch, ...clock }),
        endpoints: servers.map(({ url }) => ({ url })),
        chainId: chainIds.sepolia,
      }),
    async stop() {
      await first.stop();
      await second.stop();
    },
  };
}
