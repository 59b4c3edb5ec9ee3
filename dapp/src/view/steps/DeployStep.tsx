import { useApp } from '../AppContext';
import { StepFrame } from './StepFrame';

export function DeployStep() {
  const { journey } = useApp();
  return (
    <StepFrame
      name="deploy"
      title="Deploy the account"
      lead="On Starknet an account is a contract: its first transaction puts it on the chain. The wallet shows you the fee before you approve."
      action="Deploy account"
      onRun={() => void journey.deploy()}
    />
  );
}
