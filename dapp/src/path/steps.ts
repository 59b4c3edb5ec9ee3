import { transfer } from '../chain/calls';
import { mint } from '../chain/localChain';
import { draw } from '../draw';
import type { Log } from '../log/log';
import type { SessionControl } from '../session';
import { say, type TextRef } from '../texts';
import type { Sent, Tracked, Tracker } from '../tracker';
import { describeFailure, failureError, textError } from '../wallet/failure';
import { type Facts, hexFact, strkFact, textFact } from './facts';
import type { Path } from './path';
import type { Place } from './place';
import { accountFacts } from './planSteps';

export type Transfer = { readonly recipient: string; readonly amountFri: bigint };

/** Stores and clients that the steps act on. */
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
    throw nodeFailure ? failureError(nodeFailure) : textError(say('failures.balanceUnread'));
  if (balance === 0n) throw textError(say('failures.nothingArrived'));
  return [strkFact('balance', balance), ...(hash ? [hexFact('transaction', hash)] : [])];
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
    return [textFact('outcome', say('path.fact.alreadyDeployed'))];
  }
  const hash = reply.transaction_hash;
  if (hash === null) throw textError(say('failures.noDeployment'));
  session.setAccount({ ...account, deployHash: hash });
  path.busy('deploy', say('path.deploy.sent'));
  return followDeployment(trip, { hash, chainId });
}

export async function followDeployment(
  { session, tracker }: Trip,
  deployment: Sent,
): Promise<Facts> {
  const status = succeeded(await tracker.track(deployment));
  session.setDeployed();
  return [hexFact('transaction', deployment.hash), textFact('outcome', status)];
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
  return [strkFact('amount', amountFri), hexFact('to', recipient), hexFact('transaction', hash)];
}

export async function watchTransfer({ tracker, place }: Trip): Promise<Facts> {
  const { account, chainId } = place.known();
  if (!account.sentHash) throw textError(say('failures.sendFirst'));
  const status = succeeded(await tracker.track({ hash: account.sentHash, chainId }));
  return [hexFact('transaction', account.sentHash), textFact('outcome', status)];
}

/** @throws why a transaction failed or reverted */
function succeeded({ status, failureReason, failure, settled }: Tracked): TextRef {
  if (failure) throw failureError(failure);
  if (!settled) throw textError(say('failures.notFollowed'));
  if (status === 'REJECTED') throw failedError('failures.rejected', failureReason);
  if (failureReason) throw failedError('failures.reverted', failureReason);
  return say('path.fact.accepted');
}

function failedError(name: 'failures.rejected' | 'failures.reverted', reason: string | null) {
  const [message, advice] = [say(name), say('failures.reverted.advice')];
  return failureError({
    code: null,
    message: draw(message),
    kind: null,
    hint: draw(advice),
    reason,
    words: { message, advice },
  });
}
