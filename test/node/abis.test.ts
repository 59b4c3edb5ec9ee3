import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CallData, cairo } from 'starknet';
import { askChain, type LocalChain } from '../../scripts/start/localChain';
import { fetchAbis, fetchContractAbis } from '../../src/flow/review/classes';
import { chainIds } from '../../src/schema/primitives';
import type { Abi } from '../../src/starknet/abi/abi';
import { decodeCall } from '../../src/starknet/abi/decodeCall';
import { toAddress, toHex } from '../../src/starknet/felt';
import { getSelector } from '../../src/starknet/selector';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import { startChain } from '../chain/chain';
import { type NodeProxy, startProxy } from '../chain/proxy';
import { encodeCall } from '../random/encodeCall';
import { openModule } from '../wallet/openModule';
import { openAccount } from './account';

const ETH = knownTokens.ETH.address;
/** Deploys any class (Universal Deployer Contract, docs.openzeppelin.com). */
const DEPLOYER = '0x041a78e741e5af2fec34b695679bc6891742439f7afb8484ecd7766661ad02bf';
const { sepolia } = chainIds;

let chain: LocalChain;
let proxy: NodeProxy;
let account: string;
/** By contract address. */
const classHashes: Record<string, string> = {};
beforeAll(async () => {
  chain = await startChain();
  proxy = await startProxy({ target: chain.url });
  account = (await openAccount(chain.url, { addressIndex: 0 })).address;
  for (const contract_address of [ETH, DEPLOYER, account])
    classHashes[contract_address] = await askChain(chain.url, 'starknet_getClassHashAt', {
      block_id: 'latest',
      contract_address,
    });
}, 180_000);
afterAll(async () => {
  await proxy?.stop();
  await chain?.stop();
});

/** Without the deployer: its Cairo 0 class cannot be verified, so it is not stored. */
const checked = () =>
  Object.fromEntries(Object.entries(classHashes).filter(([address]) => address !== DEPLOYER));

const hashOf = (address: string) => classHashes[address] ?? '';
async function read(opened: ReturnType<typeof openModule>): Promise<(address: string) => Abi> {
  const abis = await fetchAbis(opened.module, sepolia, Object.values(classHashes));
  return (address) => {
    const abi = abis[hashOf(address)];
    if (!abi) throw new Error(`The ABI of ${address} was not read.`);
    return abi;
  };
}
const hexOf = (felts: readonly string[]) => felts.map((felt) => toHex(BigInt(felt)));

describe('calls by the ABIs of the contracts on the chain', () => {
  const cases = [
    {
      name: 'transfer',
      to: () => ETH,
      arguments: ['0x7e57', cairo.uint256(2n ** 128n)],
      args: [
        { name: 'recipient', value: { as: 'address', value: toAddress('0x7e57') } },
        { name: 'amount', value: { as: 'number', value: `${2n ** 128n}` } },
      ],
    },
    {
      name: 'upgrade',
      to: () => account,
      arguments: ['0xc1a55', ['0x7']],
      args: [
        { name: 'new_implementation', value: { as: 'classHash', value: '0xc1a55' } },
        { name: 'data', value: { as: 'list', items: [{ as: 'felt', value: '0x7' }] } },
      ],
    },
    {
      name: 'deployContract',
      to: () => DEPLOYER,
      arguments: ['0xc1a55', '0x5a17', '0x0', ['0x1', '0x2']],
      args: [
        { name: 'classHash', value: { as: 'felt', value: '0xc1a55' } },
        { name: 'salt', value: { as: 'felt', value: '0x5a17' } },
        { name: 'unique', value: { as: 'felt', value: '0x0' } },
        { name: 'calldata', value: { as: 'list', items: [{ value: '0x1' }, { value: '0x2' }] } },
      ],
    },
  ];

  it.each(cases)('decodes of $name what starknet.js put in, to the felt', async (one) => {
    const abi = (await read(openModule({ sepoliaUrl: chain.url })))(one.to());
    const { abi: told } = await askChain<{ abi: unknown }>(chain.url, 'starknet_getClassAt', {
      block_id: 'latest',
      contract_address: one.to(),
    });
    const codec = new CallData(typeof told === 'string' ? JSON.parse(told) : told);
    const calldata = hexOf(codec.compile(one.name, one.arguments as never));
    const decoded = decodeCall(abi, getSelector(one.name), calldata);
    expect(decoded).toMatchObject({ name: one.name, args: one.args });
    expect(decoded && encodeCall(abi, decoded)).toEqual(calldata);
    expect(decodeCall(abi, getSelector(one.name), [...calldata, '0x0'])).toBeUndefined();
    expect(decodeCall(abi, getSelector(one.name), calldata.slice(0, -1))).toBeUndefined();
  });
});

describe('HTTP requests for ABIs', () => {
  it('requests all missing classes at once, and never again what was checked', async () => {
    const first = openModule({ sepoliaUrl: proxy.url });
    await read(first);
    expect(proxy.methods()).toEqual([
      [
        'starknet_chainId',
        'starknet_specVersion',
        'starknet_getClass',
        'starknet_getClass',
        'starknet_getClass',
      ],
    ]);
    proxy.reset();
    await fetchAbis(first.module, sepolia, Object.values(checked()));
    const restarted = openModule({ sepoliaUrl: proxy.url, stored: first.state });
    await fetchAbis(restarted.module, sepolia, Object.values(checked()));
    const contracts = Object.entries(checked()).map(([address, classHash]) => ({
      address,
      classHash,
    }));
    const abis = await fetchContractAbis(restarted.module, sepolia, contracts);
    expect(Object.values(abis)).not.toContain(null);
    expect(proxy.requests()).toBe(0);
  });
});

it('keeps no more of an ABI than some kilobytes, and decodes 20 calls from them in no time', async () => {
  const opened = openModule({ sepoliaUrl: chain.url });
  await read(opened);
  const kept = JSON.stringify(opened.state.plain.classes);
  expect(kept.length).toBeLessThan(3 * 16_384);
  const call = ['0x7e57', '0xde0b6b3a7640000', '0x0'];
  const decodeAll = async () => {
    const abis = await fetchAbis(opened.module, sepolia, [hashOf(ETH), hashOf(account)]);
    const abi = abis[hashOf(ETH)];
    if (!abi) throw new Error('The ABI was not kept.');
    for (let at = 0; at < 20; at++)
      expect(decodeCall(abi, getSelector('transfer'), call)).toBeDefined();
  };
  // The fastest of several runs: another process may use the core during one.
  const times: number[] = [];
  for (let run = 0; run < 5; run++) {
    const start = performance.now();
    await decodeAll();
    times.push(performance.now() - start);
  }
  const ms = Math.min(...times);
  process.stdout.write(`20 calls by cached ABIs (${kept.length} bytes): ${ms.toFixed(1)} ms\n`);
  expect(ms).toBeLessThan(50);
});
