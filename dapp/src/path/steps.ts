import { transfer } from '../chain/calls';
import { mint } from '../chain/localChain';
import type { Log } from '../log/log';
import type { SessionControl } from '../session';
import type { Sent, Tracked, Tracker } from '../tracker';
import { describeFailure, failureError } from '../wallet/failure';
import { type Facts, hexFact, strkFact, textFact } from './facts';
import type { Path } from './path';
import type { Place } from './place';
import { accountFacts } from './planSteps';

export type Transfer = { readonly recipient: string; readonly amountFri: bigint };

/** What the steps act on. */
export type Trip = {
  readonly session: SessionControl;
  readonly tracker: Tracker;
  readonly log: Log;
  readonly path: Path;
  readonly place: Place;
};

export async function createAccount({ session }: Trip, addressIndex: number): Promise<Facts> {
  const { network } = session.store.get();
  const created = await session.invoke('xnet_createAccount', {
    addressIndex,
    deploy: false,
    ...(network && { chainId: network.chainId }),
  });
  const { address } = created;
  await session.adopt({ address, addressIndex, deployHash: null, sentHash: null });
  return accountFacts({ address, addressIndex });
}

export async function fundAccount({ session, log, place }: Trip): Promise<Facts> {
  const { account } = place.known();
  const chain = place.faucet();
  const hash = chain ? await mint(chain, log, account.address) : null;
  const balance = await session.readBalance();
  const { nodeFailure } = session.store.get();
  if (balance === null)
    throw nodeFailure ? failureError(nodeFailure) : new Error('The balance could not be read.');
  if (balance === 0n) throw new Error('Nothing has arrived yet. Check again in a moment.');
  return [strkFact('Balance', balance), ...(hash ? [hexFact('Transaction', hash)] : [])];
}

export async function deployAccount(trip: Trip): Promise<Facts> {
  const { session, path, place } = trip;
  const { account, chainId } = place.known();
  const { addressIndex } = account;
  const params = { addressIndex, deploy: true, chainId };
  const reply = await session.invoke('xnet_createAccount', params).catch((error: unknown) => {
    if (describeFailure(error).kind === 'accountDeployed') return null;
    throw error;
  });
  if (reply === null) {
    session.setDeployed();
    return [textFact('Outcome', 'Already deployed')];
  }
  const hash = reply.transaction_hash;
  if (hash === null) throw new Error('The module sent no deployment.');
  session.setAccount({ ...account, deployHash: hash });
  path.busy('deploy', 'Sent. Waiting for the chain to accept it');
  return followDeployment(trip, { hash, chainId });
}

export async function followDeployment(
  { session, tracker }: Trip,
  deployment: Sent,
): Promise<Facts> {
  const status = succeeded(await tracker.track(deployment));
  session.setDeployed();
  return [hexFact('Transaction', deployment.hash), textFact('Outcome', status)];
}

export async function sendTransfer(
  { session, tracker, path, place }: Trip,
  { recipient, amountFri }: Transfer,
): Promise<Facts> {
  path.reset('watch');
  const { account, chainId } = place.known();
  const reply = await session.invoke('xnet_executeTxn', {
    address: account.address,
    calls: [transfer(recipient, amountFri)],
    chainId,
  });
  const { transaction_hash: hash } = reply;
  session.setAccount({ ...account, sentHash: hash });
  void tracker.track({ hash, chainId });
  return [strkFact('Amount', amountFri), hexFact('To', recipient), hexFact('Transaction', hash)];
}

export async function watchTransfer({ tracker, place }: Trip): Promise<Facts> {
  const { account, chainId } = place.known();
  if (!account.sentHash) throw new Error('Send a transaction first.');
  const status = succeeded(await tracker.track({ hash: account.sentHash, chainId }));
  return [hexFact('Transaction', account.sentHash), textFact('Outcome', status)];
}

const hint = 'Read what the node said, correct it, and send once more.';

/** @throws why a transaction failed or reverted */
function succeeded({ status, failureReason, failure, settled }: Tracked): string {
  if (failure) throw failureError(failure);
  if (!settled) throw new Error('This transaction is no longer followed.');
  const sentence =
    status === 'REJECTED'
      ? 'The transaction was rejected. Nothing was moved and no fee was charged.'
      : failureReason && 'The transaction was included but failed; its fee was charged.';
  if (sentence) throw failureError({ ...describeFailure(sentence), reason: failureReason, hint });
  return 'Accepted on L2';
}
