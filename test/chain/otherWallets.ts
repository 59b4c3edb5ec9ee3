import { askChain, startLocalChain } from '../../scripts/start/localChain';
import type { DerivedClassName } from '../../src/schema/accountClass';
import { chainIds, sameFelt } from '../../src/schema/primitives';
import { accountAddress, accountClasses } from '../../src/starknet/accounts/classes';
import { namingContracts } from '../../src/starknet/meaning/knownContracts';
import { getSelector } from '../../src/starknet/selector';
import { encodeStarkName } from '../../src/starknet/starkName';
import { withPlainUpgrade } from './plainUpgrade';
import { startProxy } from './proxy';

/** Where an Argent account keeps its owner. */
const OWNER = getSelector('_signer');

/**
 * A local chain on which other wallets have deployed accounts before. No registry has their
 * classes: the node's own Argent 0.4.0 runs under their class hashes, and signs as they do. Under
 * that of 0.3.1 it also upgrades as that class does. The chain is forked from one whose node says
 * so. Who must sign a Braavos account is answered in front of the node, since Argent has no such
 * view; so are `.stark` names, since it has no such contract.
 */
export async function startOtherWallets(
  wanted: readonly { kind: DerivedClassName; publicKey: string }[],
  {
    names = {},
    blocks = 'transaction',
  }: { names?: Record<string, string>; blocks?: 'transaction' | 'demand' } = {},
) {
  const accounts = wanted.map((one) => ({
    ...one,
    address: accountAddress(one.kind, one.publicKey),
    classHash: accountClasses[one.kind].classHash,
  }));
  const accountAt = (at = '0x0') => accounts.find(({ address }) => sameFelt(address, at));

  const named = new Map(
    Object.entries(names).map(([name, address]) => [encodeStarkName(name).join(), address]),
  );

  const undo: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of undo.splice(0).reverse()) await end();
  };
  const started = <T extends { stop: () => Promise<void> }>(one: T): T => {
    undo.push(one.stop);
    return one;
  };
  try {
    return { ...(await open()), addresses: accounts.map(({ address }) => address), stop };
  } catch (error) {
    await stop();
    throw error;
  }

  async function open() {
    const before = started(await startLocalChain());
    const newest = await askChain<{ sierra_program: string[] }>(before.url, 'starknet_getClass', {
      block_id: 'latest',
      class_hash: accountClasses.argent040.classHash,
    });
    const older = { ...newest, sierra_program: withPlainUpgrade(newest.sierra_program) };
    const classAt = (asked: string) => {
      const account = accounts.find(({ classHash }) => sameFelt(classHash, asked));
      return account && (account.kind === 'argent031' ? older : newest);
    };
    const origin = started(
      await startProxy({ target: before.url }, ({ method, params }) => {
        const { class_hash: asked, contract_address, key } = params;
        if (asked !== undefined) return classAt(asked);
        const account = accountAt(contract_address);
        if (!account) return undefined;
        if (method === 'starknet_getClassHashAt') return account.classHash;
        if (method === 'starknet_getNonce') return '0x1';
        return key !== undefined && sameFelt(key, OWNER) ? account.publicKey : '0x0';
      }),
    );
    const chain = started(await startLocalChain({ forkOf: origin.url, blocks }));
    const front = started(
      await startProxy({ target: chain.url }, ({ method, params: { request } }) => {
        if (method !== 'starknet_call' || request === undefined) return undefined;
        const asks = (name: string) => sameFelt(request.entry_point_selector, getSelector(name));
        const account = accountAt(request.contract_address);
        if (account && asks('get_signers')) return ['0x1', account.publicKey, '0x0', '0x0'];
        const isNaming = sameFelt(request.contract_address, namingContracts[chainIds.sepolia]);
        if (!isNaming || !asks('domain_to_address')) return undefined;
        const [, ...labels] = request.calldata.slice(0, -1);
        return [named.get(labels.join()) ?? '0x0'];
      }),
    );
    // The node, with what stands in front of it.
    return { url: front.url, chain };
  }
}
