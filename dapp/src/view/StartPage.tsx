import { getEndpoint } from '../chain/networks';
import { text } from '../draw';
import { currentStep } from '../path/path';
import { useStore } from '../store';
import { useApp } from './AppContext';
import { ChainBuildNotice, PathNotices } from './Notices';
import { rich } from './rich';
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
        <h1 id="start-title">{text('page.title.start')}</h1>
        <p>
          {text('path.lead')}{' '}
          {chain
            ? text('path.leadLocal', { endpoint: getEndpoint(chain) })
            : text('path.leadPublic')}
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
          <h2>{text('path.finished')}</h2>
          <p>
            {rich('path.finishedText', {
              link: <a href="#/scenarios">{text('path.scenarios')}</a>,
            })}
          </p>
          <button type="button" className="secondary" onClick={() => journey.startOver()}>
            {text('path.startAgain')}
          </button>
        </div>
      )}
    </section>
  );
}
