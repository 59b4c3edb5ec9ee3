import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eth_getBlockByHash } from '@xnet/clients/ethereum/eth_getBlockByHash';
import { eth_getBlockByNumber } from '@xnet/clients/ethereum/eth_getBlockByNumber';
import { eth_getBlockReceipts } from '@xnet/clients/ethereum/eth_getBlockReceipts';
import { eth_getProof } from '@xnet/clients/ethereum/eth_getProof';
import { eth_getTransactionByBlockNumberAndIndex } from '@xnet/clients/ethereum/eth_getTransactionByBlockNumberAndIndex';
import { eth_getUncleByBlockNumberAndIndex } from '@xnet/clients/ethereum/eth_getUncleByBlockNumberAndIndex';
import { createEthereumNode, type EthereumNode } from '@xnet/clients/ethereum/ethereum';
import { verifyProof } from '@xnet/clients/proofs/verifyProof';
import { createHttp } from '@xnet/clients/transport/http';
import { httpRpc, type RpcTransport } from '@xnet/clients/transport/rpcTransport';
import { webSocketRpc } from '@xnet/clients/transport/webSocketRpc';
import WebSocket from 'ws';
import { BLOCK_NUMBER_SLOT, provenBlock, starknetCores } from '../../src/flow/l1/settlement';
import { chainIds } from '../../src/schema/primitives';
import { type Anvil, startAnvil } from './anvil';

/** URLs of a node over HTTP and WebSocket. */
export type EthereumAddresses = { http: string; webSocket: string; stop?: () => Promise<void> };

const core = starknetCores[chainIds.sepolia];
const missing = (): never => {
  throw new Error('It has no proof.');
};
const word = (value: bigint) => `0x${BigInt.asUintN(256, value).toString(16).padStart(64, '0')}`;

/**
 * The same tests for each way to reach a real node: directly, or through a service.
 * @param open opens the way to the node with this URL
 */
export function describeEthereumNode(
  way: string,
  open: (url: string) => Promise<EthereumAddresses>,
) {
  describe(way, () => {
    let anvil: Anvil;
    let addresses: EthereumAddresses;
    const transports: RpcTransport[] = [];
    const nodes: Record<string, EthereumNode> = {};
    beforeAll(async () => {
      anvil = await startAnvil();
      addresses = await open(anvil.url);
      const http = httpRpc({ http: createHttp({ fetch }), endpoints: [{ url: addresses.http }] });
      const socket = webSocketRpc({
        endpoint: { url: addresses.webSocket },
        open: (url) => new WebSocket(url),
      });
      transports.push(http, socket);
      nodes.HTTP = createEthereumNode(http);
      nodes.WebSocket = createEthereumNode(socket);
      const [from] = (await anvil.call('eth_accounts')) as string[];
      await anvil.call('eth_sendTransaction', { from, to: core, value: '0x1' });
      await anvil.call('anvil_setCode', core, '0x00');
      await anvil.call('anvil_setStorageAt', core, BLOCK_NUMBER_SLOT, word(10_600_123n));
      await anvil.call('anvil_mine', '0x60');
    });
    afterAll(async () => {
      for (const transport of transports) transport.close();
      await addresses.stop?.();
      await anvil.stop();
    });

    describe.each(['HTTP', 'WebSocket'])('over %s', (name) => {
      let node: EthereumNode;
      beforeAll(() => {
        node = nodes[name] as EthereumNode; // Made above.
      });

      it('answers all six methods in the shapes of the specification', async () => {
        const block = await node.read(eth_getBlockByNumber('0x1', true));
        const hash = block?.hash ?? '';
        const [same, transaction, receipts, uncle, none] = await node.batch([
          eth_getBlockByHash(hash, true),
          eth_getTransactionByBlockNumberAndIndex('0x1', '0x0'),
          eth_getBlockReceipts('0x1'),
          eth_getUncleByBlockNumberAndIndex('0x1', '0x0'),
          eth_getBlockByNumber('0xffffff', false),
        ]);
        expect(same).toEqual({ ok: true, value: block });
        expect(transaction).toMatchObject({ ok: true, value: { to: core, value: '0x1' } });
        expect(receipts).toMatchObject({ ok: true, value: [{ blockHash: hash, status: '0x1' }] });
        expect(uncle).toEqual({ ok: true, value: null });
        expect(none).toEqual({ ok: true, value: null });
      });

      it.each(['latest', 'earliest', 'pending', 'safe', 'finalized'] as const)(
        'answers with the block that is %s',
        async (tag) => {
          expect(await node.read(eth_getBlockByNumber(tag, false))).toMatchObject({ uncles: [] });
        },
      );

      it('proves an account, what its storage holds, and what it does not hold', async () => {
        const block = await node.read(eth_getBlockByNumber('latest', false));
        const slots = [BLOCK_NUMBER_SLOT, word(5n)];
        const prove = async (account: string, keys: string[]) =>
          (await node.read(eth_getProof(account, keys, block?.number ?? ''))) ?? missing();
        const proof = await prove(core, slots);
        expect(proof.storageProof.map(({ value }) => BigInt(value))).toEqual([10_600_123n, 0n]);
        expect(verifyProof(proof, block?.stateRoot ?? '')).toBeUndefined();
        const nobody = `0x${'9'.repeat(40)}`;
        const absent = await prove(nobody, []);
        expect(verifyProof(absent, block?.stateRoot ?? '')).toBeUndefined();
      });

      it('finds which layer-2 block is proven on it', async () => {
        await expect(provenBlock(node, chainIds.sepolia)).resolves.toBe(10_600_123n);
      });

      it('explains why it refuses a call, alone and beside others', async () => {
        const beyond = eth_getProof(core, [], '0xffffff');
        const refused = { kind: expect.stringMatching(/^(nodeFault|invalidParams)$/) };
        await expect(node.read(beyond)).rejects.toMatchObject(refused);
        const [first, second] = await node.batch([beyond, eth_getBlockReceipts('earliest')]);
        expect(first).toMatchObject({ ok: false, error: refused });
        expect(second).toEqual({ ok: true, value: [] });
      });
    });

    it('refuses a block whose chain or proof is of something else', async () => {
      const node = nodes.HTTP as EthereumNode; // Made above.
      await expect(provenBlock(node, chainIds.mainnet)).rejects.toMatchObject({
        kind: 'nodeFault',
        message: expect.stringContaining('serves chain 31337'),
      });
      const lying: EthereumNode = {
        ...node,
        async read(call) {
          const value = await node.read(call);
          const proof = value as { storageProof?: { value: string }[] } | null;
          if (proof?.storageProof?.[0]) proof.storageProof[0].value = '0xffffff';
          return value;
        },
      };
      await expect(provenBlock(lying, chainIds.sepolia)).rejects.toMatchObject({
        kind: 'nodeFault',
      });
    });

    it('reads the number of a contract that has accepted no block yet as -1', async () => {
      await anvil.call('anvil_setStorageAt', core, BLOCK_NUMBER_SLOT, word(-1n));
      await anvil.call('anvil_mine', '0x60');
      const node = nodes.HTTP as EthereumNode; // Made above.
      await expect(provenBlock(node, chainIds.sepolia)).resolves.toBe(-1n);
    });
  });
}
