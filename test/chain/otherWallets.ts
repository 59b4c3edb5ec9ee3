import { askChain, startLocalChain } from '../../scripts/start/localChain';
import type { DerivedClassName } from '../../src/schema/accountClass';
import { sameFelt } from '../../src/schema/primitives';
import { accountAddress, accountClasses } from '../../src/starknet/accounts/classes';
import { getSelector } from '../../src/starknet/selector';
import { type NodeCall, startAnswering } from './answering';

/** Where an Argent account keeps its owner. */
const OWNER = getSelector('_signer');

/**
 * A local chain on which other wallets have deployed accounts before. No registry has their
 * classes: the node's own Argent 0.4.0 runs under their class hashes, and signs as they do. The
 * chain is forked from one whose node says so. Who must sign a Braavos account is answered in front
 * of the node, since Argent has no such view.
 */
export async function startOtherWallets(
  wanted: readonly { kind: DerivedClassName; publicKey: string }[],
) {
  const accounts = wanted.map((one) => ({
    ...one,
    address: accountAddress(one.kind, one.publicKey),
    classHash: accountClasses[one.kind].classHash,
  }));
  const accountAt = (at = '0x0') => accounts.find(({ address }) => sameFelt(address, at));

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
    const served = await askChain(before.url, 'starknet_getClass', {
      block_id: 'latest',
      class_hash: accountClasses.argent040.classHash,
    });
    const origin = started(
      await startAnswering(before.url, ({ method, params }) => {
        const { class_hash: asked, contract_address, key } = params;
        if (asked !== undefined)
          return accounts.some(({ classHash }) => sameFelt(classHash, asked)) ? served : undefined;
        const account = accountAt(contract_address);
        if (!account) return undefined;
        if (method === 'starknet_getClassHashAt') return account.classHash;
        if (method === 'starknet_getNonce') return '0x1';
        return key !== undefined && sameFelt(key, OWNER) ? account.publicKey : '0x0';
      }),
    );
    const chain = started(await startLocalChain({ forkOf: origin.url }));
    const front = started(
      await startAnswering(chain.url, ({ method, params: { request } }: NodeCall) => {
        const account = accountAt(request?.contract_address);
        if (method !== 'starknet_call' || request === undefined || !account) return undefined;
        const isAsked = sameFelt(request.entry_point_selector, getSelector('get_signers'));
        return isAsked ? ['0x1', account.publicKey, '0x0', '0x0'] : undefined;
      }),
    );
    // The node, with what stands in front of it.
    return { url: front.url, chain };
  }
}
