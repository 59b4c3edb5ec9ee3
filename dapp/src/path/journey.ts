import type { ChainWait } from '../chain/chainBuild';
import type { LocalChain } from '../config';
import type { Log } from '../log/log';
import type { SessionControl } from '../session';
import { say } from '../texts';
import type { Tracker } from '../tracker';
import type { Wallet } from '../wallet/discovery';
import { createPath, type StepName } from './path';
import { createPlace } from './place';
import { planSteps } from './planSteps';
import {
  createAccount,
  deployAccount,
  followDeployment,
  fundAccount,
  sendTransfer,
  type Transfer,
  type Trip,
  watchTransfer,
} from './steps';

type Parts = {
  readonly session: SessionControl;
  readonly tracker: Tracker;
  readonly log: Log;
  readonly localChain: LocalChain | null;
  readonly chainWait: Pick<ChainWait, 'isUnderWay' | 'ready'>;
};

const waitingForChain = say('path.waitingForChain');

/** The guided path for newcomers, in six steps. */
export function createJourney({ session, tracker, log, localChain, chainWait }: Parts) {
  const path = createPath();
  const { store } = session;
  const place = createPlace(store, localChain);
  const { ownChain, faucet, nameOf, connectFacts } = place;
  const trip: Trip = { session, tracker, log, path, place };

  const watch = () => path.run('watch', waitingForChain, () => watchTransfer(trip));

  /** Marks steps that are already done: after a reload, or a change of network or account. */
  function catchUp(): void {
    const { module, network, ...accountState } = store.get();
    path.reset('connect', 'create', 'fund', 'deploy', 'send', 'watch');
    if (!module || !network) return;
    path.done('connect', connectFacts());
    for (const plan of planSteps(accountState)) {
      if ('facts' in plan) path.done(plan.name, plan.facts);
      else if (plan.name === 'watch') void watch();
      else {
        const transaction = { hash: plan.followed, chainId: network.chainId };
        void path.run('deploy', waitingForChain, () => followDeployment(trip, transaction));
      }
    }
  }

  const runOnChain = createChainRun({ path, chainWait, ownChain });

  /** After this step, the chain may know more than the page: all steps are checked again. */
  async function catchUpAfter(name: StepName, run: Promise<void>): Promise<void> {
    await run;
    if (path.store.get()[name].state === 'done') catchUp();
  }

  /** Forgets what was sent from the account that is left. */
  function startAgain(): void {
    tracker.forget();
    catchUp();
  }

  // After a change in the wallet, pending work continues unless it belongs to something else.
  session.onMoved((isOther) => {
    if (isOther) tracker.forget();
    if (isOther || !path.isBusy()) catchUp();
  });

  return {
    path,
    faucet,
    nameOf,
    catchUp,
    watch,
    ...createActions({ trip, runOnChain, catchUpAfter }),
    leave(): void {
      session.leave();
      startAgain();
    },
    /** Keeps the wallet and starts over with another account index. */
    startOver(): void {
      session.setAccount(null);
      startAgain();
    },
  };
}

/** The steps that the user starts. */
function createActions(parts: {
  trip: Trip;
  runOnChain: Trip['path']['run'];
  catchUpAfter: (name: StepName, run: Promise<void>) => Promise<void>;
}) {
  const { trip, runOnChain, catchUpAfter } = parts;
  const { session, path, place } = trip;
  return {
    connect: (wallet: Wallet) =>
      catchUpAfter(
        'connect',
        path.run('connect', say('path.connect.waiting'), async () => {
          session.pick(wallet);
          await session.connect();
          return place.connectFacts();
        }),
      ),
    create: (addressIndex: number) =>
      catchUpAfter(
        'create',
        runOnChain('create', say('path.create.waiting'), () => createAccount(trip, addressIndex)),
      ),
    fund: () => runOnChain('fund', say('path.fund.waiting'), () => fundAccount(trip)),
    deploy: () => runOnChain('deploy', say('path.deploy.waiting'), () => deployAccount(trip)),
    send: (transfer: Transfer) =>
      runOnChain('send', say('path.send.waiting'), () => sendTransfer(trip, transfer)),
  };
}

/** Runs a step that needs the chain: one that is begun while its node is built goes on after that. */
const createChainRun =
  (parts: {
    path: Trip['path'];
    chainWait: Parts['chainWait'];
    ownChain: () => LocalChain | null;
  }): Trip['path']['run'] =>
  (name, waitingFor, act) => {
    const { path, chainWait, ownChain } = parts;
    return path.run(name, waitingFor, async () => {
      if (ownChain() !== null && chainWait.isUnderWay()) {
        path.busy(name, say('path.waitingForBuild'));
        await chainWait.ready();
        path.busy(name, waitingFor);
      }
      return act();
    });
  };
