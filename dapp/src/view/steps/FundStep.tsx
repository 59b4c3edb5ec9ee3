import { getEndpoint, mainnet } from '../../chain/networks';
import { useStore } from '../../store';
import { useApp } from '../AppContext';
import { Hex } from '../Hex';
import { StepFrame } from './StepFrame';

export function FundStep() {
  const { journey, session } = useApp();
  const { account, network, isUnsafe } = useStore(session.store);
  const chain = journey.faucet();
  if (chain)
    return (
      <StepFrame
        name="fund"
        title="Fund it"
        lead={`An account pays for its own deployment in STRK. The local chain at ${getEndpoint(chain)} has a faucet, and its money is play money.`}
        action="Get 100 STRK"
        again="Get 100 STRK more"
        onRun={() => void journey.fund()}
      />
    );
  const isReal = network?.chainId === mainnet;
  if (isUnsafe)
    return (
      <StepFrame
        name="fund"
        title="Do not fund it"
        lead="Go back to the test network in the bar above, or use a wallet with a phrase of your own."
        live={
          <p className="method-note" data-testid="public-phrase">
            On Mainnet money is real, and this wallet's phrase is one that everybody knows: whatever
            arrives at its accounts can be taken by anyone.
          </p>
        }
        action="Check the balance"
        retry="Check again"
        again="Check again"
        onRun={() => void journey.fund()}
      />
    );
  const from = isReal
    ? 'from another wallet. Money is real there: a small sum will do'
    : 'from a public faucet of that test network. Never send real money';
  return (
    <StepFrame
      name="fund"
      title="Fund it"
      lead={`An account pays for its own deployment in STRK. Send some to the address below on ${network ? journey.nameOf(network.chainId) : 'its network'}, ${from}. Then check whether it has arrived.`}
      action="Check the balance"
      retry="Check again"
      again="Check again"
      onRun={() => void journey.fund()}
      fields={account && <Hex value={account.address} what="account address" />}
    />
  );
}
