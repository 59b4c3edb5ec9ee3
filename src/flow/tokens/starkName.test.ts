import { afterEach, describe, expect, it } from '@jest/globals';
import { hash, starknetId } from 'starknet';
import {
  type FaultServer,
  type RpcAnswer,
  startFaultServer,
} from '../../../test/chain/faultServer';
import { openModule } from '../../../test/wallet/openModule';
import { chainIds } from '../../schema/primitives';

/** Selectors as published with the naming contract. */
const FORWARD = '0x2e269d930f6d7ab92b15ce8ff9f5e63709391617e3465fff79ba6baf278ce60';
const REVERSE = '0x38b679fb029cc3f953635ed16ae4123da8214e726943920ba7706a0473e326a';
const ALICE = '0x00000000000000000000000000000000000000000000000000000000000a11ce';
const felt = (label: string) => `0x${starknetId.useEncoded(label).toString(16)}`;

type Call = {
  request: { contract_address: string; entry_point_selector: string; calldata: string[] };
};
let server: FaultServer;
afterEach(() => server.stop());

/** A node whose naming contract, or whoever stands between, says what the test makes it say. */
async function open(names: (selector: string, calldata: string[], contract: string) => RpcAnswer) {
  server = await startFaultServer((method, params) => {
    if (method === 'starknet_chainId') return { result: chainIds.sepolia };
    if (method === 'starknet_specVersion') return { result: '0.10.2' };
    const { entry_point_selector, calldata, contract_address } = (params as Call).request;
    return names(entry_point_selector, calldata, contract_address);
  });
  return openModule({ sepoliaUrl: server.url });
}
const nothing: RpcAnswer = { result: ['0x0'] };
const absent: RpcAnswer = { error: { code: 20, message: 'Contract not found' } };

describe('xnet_getAddrFromStarkName', () => {
  it('asks the naming contract of the network with the encoded labels', async () => {
    const { invoke } = await open((selector, calldata, contract) => {
      expect(selector).toBe(FORWARD);
      expect(calldata).toEqual(['0x2', felt('pay'), felt('alice'), '0x0']);
      expect(BigInt(contract)).toBe(
        BigInt(starknetId.getStarknetIdContract(chainIds.sepolia as never)),
      );
      return { result: ['0xa11ce'] };
    });
    expect(hash.getSelectorFromName('domain_to_address')).toBe(FORWARD);
    const starkName = 'Pay.Alice.stark';
    expect(await invoke('xnet_getAddrFromStarkName', { starkName })).toBe(ALICE);
  });

  it.each([
    ['where no address is set', nothing],
    ['where the network has no names', absent],
    ['where the answer is no address', { result: [`0x${'f'.repeat(62)}`, '0x1'] }],
  ])('finds no name %s', async (_, answer) => {
    const { invoke } = await open(() => answer);
    await expect(
      invoke('xnet_getAddrFromStarkName', { starkName: 'alice.stark' }),
    ).rejects.toMatchObject({ kind: 'unknownName' });
  });

  it.each(['alice', 'alice.eth', 'al ice.stark', '.stark', 7, `${'a'.repeat(300)}.stark`])(
    'refuses %p without asking a node',
    async (starkName) => {
      const { invoke } = await open(() => nothing);
      await expect(invoke('xnet_getAddrFromStarkName', { starkName })).rejects.toMatchObject({
        kind: 'invalidParams',
      });
      expect(server.seen).toEqual([]);
    },
  );
});

describe('xnet_getStarkName', () => {
  const userAddress = '0xa11ce';
  const claims = (labels: string[], forward: RpcAnswer) => (selector: string) =>
    selector === REVERSE ? { result: [`0x${labels.length}`, ...labels] } : forward;

  it('returns the name that leads back to the address', async () => {
    const { invoke } = await open(claims([felt('alice')], { result: ['0xa11ce'] }));
    expect(hash.getSelectorFromName('address_to_domain')).toBe(REVERSE);
    expect(await invoke('xnet_getStarkName', { userAddress })).toBe('alice.stark');
    expect(await invoke('starkNet_getStarkName', { userAddress })).toBe('alice.stark');
  });

  it.each([
    ['leads to another address', claims([felt('alice')], { result: ['0xbad'] })],
    ['leads nowhere', claims([felt('alice')], nothing)],
    ['has no labels', claims([], nothing)],
    ['was never chosen', () => nothing],
    ['could be read as another one', claims(['0x0'], { result: ['0xa11ce'] })],
    ['is of a network without names', () => absent],
  ])('returns null if the name %s', async (_, names) => {
    const { invoke } = await open(names);
    expect(await invoke('xnet_getStarkName', { userAddress })).toBeNull();
  });

  it('refuses what is no address', async () => {
    const { invoke } = await open(() => nothing);
    await expect(invoke('xnet_getStarkName', { userAddress: 'alice' })).rejects.toMatchObject({
      kind: 'invalidParams',
    });
    await expect(invoke('xnet_getStarkName')).rejects.toMatchObject({ kind: 'invalidParams' });
  });
});
