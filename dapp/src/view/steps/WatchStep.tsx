import { text } from '../../draw';
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
  const visible = watch.state !== 'idle' && isMine ? latest : null;
  return (
    <StepFrame
      name="watch"
      title={text('path.watch.title')}
      lead={text('path.watch.lead')}
      action={text('path.watch.action')}
      retry={text('page.lookAgain')}
      onRun={() => void journey.watch()}
      live={
        <div data-testid="watch-status" data-status={visible?.status ?? ''}>
          {visible && <StatusDots tracked={visible} />}
          {visible?.trouble && (
            <p className="hint" role="status">
              {text('path.watch.trouble', { message: userWords(visible.trouble).message })}
            </p>
          )}
        </div>
      }
    />
  );
}
