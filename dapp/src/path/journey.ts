import { transfer } from '../chain/calls';
import type { ChainWait } from '../chain/chainBuild';
import { mint } from '../chain/localChain';
import { type ChainId, getEndpoint, networkName } from '../chain/networks';
import type { LocalChain } from '../config';
import type { Log } from '../log/log';
import type { RememberedAccount } from '../memory';
import type { SessionControl } from '../session';
import type { Sent, Tracked, Tracker } from '../tracker';
import { developerWallet } from '../wallet/developerWallet';
import type { Wallet } from '../wallet/discovery';
import { describeFailure, failureError } from '../wallet/failure';
import { type Facts, hexFact, strkFact, textFact } from './facts';
import { createPath, type StepName } from './path';

export type Transfer = { readonly recipient: string; readonly amountFri: bigint };

type Parts = {
  readonly session: SessionControl;
  readonly tracker: Tracker;
  readonly log: Log;
  readonly localChain: LocalChain | null;
  readonly chainWait: Pick<ChainWait, 'isUnderWay' | 'ready'>;
};

/** The guided path for newcomers, in six steps. */
export function createJourney({ session, tracker, log, localChain, chainWait }: Parts) {
  const path = createPath();
  const { store } = session;

  function known(): { account: RememberedAccount; chainId: ChainId } {
    const { account, network } = store.get();
    if (!account || !network) throw new Error('Create an account first.');
    return { account, chainId: network.chainId };
  }

  /** The local chain, if the module reads it, in whatever wallet; or if none is connected yet. */
  const ownChain = (): LocalChain | null => {
    const { wallet, network, readsLocalChain } = store.get();
    const isUnknown = wallet === null || (network === null && wallet.rdns === developerWallet);
    return isUnknown || readsLocalChain ? localChain : null;
  };

  /** The local chain, if it stands in for the account's network. */
  function faucet(): LocalChain | null {
    const { network } = store.get();
    return network === null || network.chainId === localChain?.chainId ? ownChain() : null;
  }

  /** Display name of the current network. */
  const nameOf = (chainId: string): string => networkName(chainId, ownChain());

  /** Marks steps that are already done: after a reload, or a change of network or account. */
  function catchUp(): void {
    const { module, network, account, balanceFri, deployed } = store.get();
    path.reset('connect', 'create', 'fund', 'deploy', 'send', 'watch');
    if (!module || !network) return;
    path.done('connect', connectFacts());
    if (!account) return;
    path.done('create', accountFacts(account));
    // If no node answers, what the chain said before still holds.
    const isDeployed = deployed ?? account.wasDeployed === true;
    if (balanceFri !== null && (balanceFri > 0n || isDeployed))
      path.done('fund', [strkFact('Balance', balanceFri)]);
    if (balanceFri === null && isDeployed)
      path.done('fund', [textFact('Balance', 'Not known until a node answers')]);
    if (isDeployed) {
      path.done('deploy', account.deployHash ? [hexFact('Transaction', account.deployHash)] : []);
    } else if (account.deployHash && balanceFri) {
      const { deployHash } = account;
      const sent = { hash: deployHash, chainId: network.chainId };
      void path.run('deploy', 'Waiting for the chain to accept it', () => follow(sent));
    }
    if (isDeployed && account.sentHash) {
      path.done('send', [hexFact('Transaction', account.sentHash)]);
      void watch();
    }
  }

  /** Runs a step that needs the chain: one that is begun while its node is built goes on after that. */
  const runOnChain: typeof path.run = (name, waitingFor, act) =>
    path.run(name, waitingFor, async () => {
      if (ownChain() !== null && chainWait.isUnderWay()) {
        path.busy(name, 'Waiting for the local chain, which is being built');
        await chainWait.ready();
        path.busy(name, waitingFor);
      }
      return act();
    });

  /** After this step, the chain may know more than the page: all steps are checked again. */
  async function catchUpAfter(name: StepName, run: Promise<void>): Promise<void> {
    await run;
    if (path.store.get()[name].state === 'done') catchUp();
  }

  const connectFacts = (): Facts => {
    const { wallet, module, network } = store.get();
    const chain = faucet();
    return [
      textFact('Wallet', wallet?.name ?? ''),
      textFact('Module', [module?.id, module?.version].filter(Boolean).join(' ')),
      textFact('Network', network ? nameOf(network.chainId) : ''),
      ...(chain ? [textFact('Node', getEndpoint(chain))] : []),
    ];
  };

  const accountFacts = ({ addressIndex, address }: { addressIndex: number; address: string }) => [
    textFact('Index', String(addressIndex)),
    hexFact('Address', address),
  ];

  const connect = (wallet: Wallet) =>
    catchUpAfter(
      'connect',
      path.run('connect', 'Waiting for the wallet to connect the module', async () => {
        session.pick(wallet);
        await session.connect();
        return connectFacts();
      }),
    );

  const create = (addressIndex: number) =>
    catchUpAfter(
      'create',
      runOnChain('create', 'Waiting for the module to work out the address', async () => {
        const { network } = store.get();
        const created = await session.invoke('xnet_createAccount', {
          addressIndex,
          deploy: false,
          ...(network && { chainId: network.chainId }),
        });
        const { address } = created;
        await session.adopt({ address, addressIndex, deployHash: null, sentHash: null });
        return accountFacts({ address, addressIndex });
      }),
    );

  const fund = () =>
    runOnChain('fund', 'Waiting for the balance to arrive', async () => {
      const { account } = known();
      const chain = faucet();
      const hash = chain ? await mint(chain, log, account.address) : null;
      const balance = await session.readBalance();
      const { nodeFailure } = store.get();
      if (balance === null)
        throw nodeFailure ? failureError(nodeFailure) : new Error('The balance could not be read.');
      if (balance === 0n) throw new Error('Nothing has arrived yet. Check again in a moment.');
      return [strkFact('Balance', balance), ...(hash ? [hexFact('Transaction', hash)] : [])];
    });

  const deploy = () =>
    runOnChain('deploy', 'Waiting for the module to deploy the account', async () => {
      const { account, chainId } = known();
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
      return follow({ hash, chainId });
    });

  async function follow(deployment: Sent): Promise<Facts> {
    const status = succeeded(await tracker.track(deployment));
    session.setDeployed();
    return [hexFact('Transaction', deployment.hash), textFact('Outcome', status)];
  }

  const send = ({ recipient, amountFri }: Transfer) =>
    runOnChain('send', 'Waiting for the module to prepare, sign and send', async () => {
      path.reset('watch');
      const { account, chainId } = known();
      const reply = await session.invoke('xnet_executeTxn', {
        address: account.address,
        calls: [transfer(recipient, amountFri)],
        chainId,
      });
      const { transaction_hash: hash } = reply;
      session.setAccount({ ...account, sentHash: hash });
      void tracker.track({ hash, chainId });
      return [
        strkFact('Amount', amountFri),
        hexFact('To', recipient),
        hexFact('Transaction', hash),
      ];
    });

  const watch = () =>
    path.run('watch', 'Waiting for the chain to accept it', async () => {
      const { account, chainId } = known();
      if (!account.sentHash) throw new Error('Send a transaction first.');
      const status = succeeded(await tracker.track({ hash: account.sentHash, chainId }));
      return [hexFact('Transaction', account.sentHash), textFact('Outcome', status)];
    });

  function leave(): void {
    session.leave();
    tracker.forget();
    catchUp();
  }

  /** Keeps the wallet and starts over with another account index. */
  function startOver(): void {
    session.setAccount(null);
    tracker.forget();
    catchUp();
  }

  /** After a change in the wallet, pending work continues unless it belongs to something else. */
  session.onMoved((isOther) => {
    if (isOther) tracker.forget();
    if (isOther || !path.isBusy()) catchUp();
  });

  return {
    path,
    faucet,
    nameOf,
    catchUp,
    connect,
    create,
    fund,
    deploy,
    send,
    watch,
    startOver,
    leave,
  };
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
