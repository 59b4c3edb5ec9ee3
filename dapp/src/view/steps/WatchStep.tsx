import { useStore } from '../../store';
import { userWords } from '../../wallet/userWords';
import { useApp } from '../AppContext';
import { StatusDots } from '../StatusDots';
import { StepFrame } from './StepFrame';

export function WatchStep() {
  const { journey, session, tracker } = useApp();
  const { account } = useStore(session.store);
  const { latest } = useStore(tracker.store);
  const { watch } = useStore(journey.path.store);
  const isMine = latest !== null && latest.hash === account?.sentHash;
  const shown = watch.state !== 'idle' && isMine ? latest : null;
  return (
    <StepFrame
      name="watch"
      title="Watch it settle"
      lead="The record of the transfer moves from received to accepted; the chain's answer shows here as it arrives."
      action="Watch"
      retry="Look again"
      onRun={() => void journey.watch()}
      live={
        <div data-testid="watch-status" data-status={shown?.status ?? ''}>
          {shown && <StatusDots tracked={shown} />}
          {shown?.trouble && (
            <p className="hint" role="status">
              {userWords(shown.trouble).message} The question is asked again until there is an
              answer.
            </p>
          )}
        </div>
      }
    />
  );
}
