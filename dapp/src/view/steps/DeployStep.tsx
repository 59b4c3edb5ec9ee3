import { text } from '../../draw';
import { useApp } from '../AppContext';
import { StepFrame } from './StepFrame';

export function DeployStep() {
  const { journey } = useApp();
  return (
    <StepFrame
      name="deploy"
      title={text('path.deploy.title')}
      lead={text('path.deploy.lead')}
      action={text('path.deploy.action')}
      onRun={() => void journey.deploy()}
    />
  );
}
