import { useStore } from '../../store';
import { useApp } from '../AppContext';
import { Hex } from '../Hex';
import { StepFrame } from './StepFrame';

export function FundStep() {
  const { journey, session } = useApp();
  const { account, network } = useStore(session.store);
  if (journey.faucet())
    return (
      <StepFrame
        name="fund"
        title="Fund it"
        lead="An account pays for its own deployment in STRK. This chain runs on your machine and has a faucet."
        action="Get 100 STRK"
        again="Get 100 STRK more"
        onRun={() => void journey.fund()}
      />
    );
  return (
    <StepFrame
      name="fund"
      title="Fund it"
      lead={`An account pays for its own deployment in STRK. Send some to the address below on ${network?.name ?? 'its network'}, from another wallet or, on a test network, from a public faucet. Then check whether it has arrived.`}
      action="Check the balance"
      retry="Check again"
      again="Check again"
      onRun={() => void journey.fund()}
      fields={account && <Hex value={account.address} what="account address" />}
    />
  );
}
