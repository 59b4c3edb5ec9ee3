import { getEndpoint } from '../chain/networks';
import { currentStep } from '../path/path';
import { useStore } from '../store';
import { useApp } from './AppContext';
import { ChainBuildNotice, PathNotices } from './Notices';
import { ConnectStep } from './steps/ConnectStep';
import { CreateStep } from './steps/CreateStep';
import { DeployStep } from './steps/DeployStep';
import { FundStep } from './steps/FundStep';
import { SendStep } from './steps/SendStep';
import { WatchStep } from './steps/WatchStep';

export function StartPage() {
  const { journey, session } = useApp();
  const steps = useStore(journey.path.store);
  const { resuming } = useStore(session.store);
  const chain = journey.faucet();
  const isFinished = currentStep(steps) === null;
  return (
    <section aria-labelledby="start-title" aria-busy={resuming}>
      <header className="page-head">
        <h1 id="start-title">Start here</h1>
        <p>
          Six steps from an empty wallet to a settled payment on Starknet.
          {chain
            ? ` They run on the local chain at ${getEndpoint(chain)}: the money is play money.`
            : ' Every request that moves something asks you in the wallet first.'}
        </p>
      </header>
      <ChainBuildNotice />
      <PathNotices />
      <ol className="path">
        <ConnectStep />
        <CreateStep />
        <FundStep />
        <DeployStep />
        <SendStep />
        <WatchStep />
      </ol>
      {isFinished && (
        <div className="finish">
          <h2>You have done all six steps</h2>
          <p>
            Your account is on the chain and your first payment has settled. Try the{' '}
            <a href="#/scenarios">scenarios</a> or any method in the menu, or start again with
            another account.
          </p>
          <button type="button" className="secondary" onClick={() => journey.startOver()}>
            Start again with another account
          </button>
        </div>
      )}
    </section>
  );
}
