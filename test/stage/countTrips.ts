import { setTimeout } from 'node:timers/promises';
import { createBlock, fund } from '../../scripts/start/localChain';
import { shortMessage } from '../messages/shortMessage';
import { approving } from './approvals';
import type { Trip } from './gate';
import type { JobStage } from './mainJob';
import { invokeModule } from './stage';

const isRequest = (trip: Trip): trip is string[] => trip !== 'preflight';

const STRK = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

/**
 * Does each step of the main job with an account of its own.
 * @returns the requests of each step, without the module's looks in between at what was sent, and
 * how many requests and preflights there were in all
 */
export const countTrips = async ({
  dappPage,
  walletPage,
  chain,
  gate,
  wallet: { moduleId },
}: JobStage) => {
  // A page of the dapp's origin that asks nothing by itself.
  await dappPage.goto(new URL('/config.json', dappPage.url()).href);
  const all = gate.noteSandbox();
  const requests: Record<string, string[][]> = {};
  const ask = async <T>(step: string, method: string, params: object): Promise<T> => {
    const before = all.length;
    const asked = () => invokeModule<T>(dappPage, moduleId, method, params);
    const { result } = await approving(walletPage, asked);
    requests[step] = all
      .slice(before)
      .filter(isRequest)
      .filter((methods) => !methods.includes('starknet_getTransactionStatus'));
    return result;
  };
  const settle = async (hash: string) => {
    await createBlock(chain.url);
    await ask('settle', 'xnet_getTransactionStatus', { transactionHash: hash });
  };
  type Sent = { transaction_hash: string };

  const addressIndex = 7;
  const { address } = await ask<{ address: string }>('create', 'xnet_createAccount', {
    addressIndex,
  });
  await fund(chain.url, address, 10n ** 20n);
  await createBlock(chain.url);
  const deployed = await ask<Sent>('deploy', 'xnet_createAccount', { addressIndex, deploy: true });
  await settle(deployed.transaction_hash);
  const calls = (amount: number) => ({
    contractAddress: STRK,
    entrypoint: 'transfer',
    calldata: ['0x7e57', `${amount}`, '0'],
  });
  // The second costs less than the first, which creates the recipient's balance; the third as much.
  for (const [index, step] of ['send first', 'send second', 'send third'].entries()) {
    const sent = await ask<Sent>(step, 'xnet_executeTxn', { address, calls: calls(index + 1) });
    await settle(sent.transaction_hash);
  }
  await ask('sign', 'xnet_signMessage', {
    address,
    typedDataMessage: shortMessage({ text: 'Hi' }),
  });
  const count = () => {
    const sent = all.filter(isRequest).length;
    return { requests: sent, preflights: all.length - sent };
  };
  // A look may be under way: its preflight has come, its request has not.
  while (count().preflights > count().requests) await setTimeout(20);
  return { requests, inAll: count() };
};
