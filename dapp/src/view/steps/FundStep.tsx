import { getEndpoint, mainnet } from '../../chain/networks';
import { text } from '../../draw';
import { useStore } from '../../store';
import { say } from '../../texts';
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
        title={text('path.fund.title')}
        lead={text('path.fund.leadLocal', { endpoint: getEndpoint(chain) })}
        action={text('path.fund.actionLocal')}
        repeatAction={text('path.fund.againLocal')}
        onRun={() => void journey.fund()}
      />
    );
  const isReal = network?.chainId === mainnet;
  if (isUnsafe)
    return (
      <StepFrame
        name="fund"
        title={text('path.fund.unsafeTitle')}
        lead={text('path.fund.unsafeLead')}
        live={
          <p className="method-note" data-testid="public-phrase">
            {text('path.fund.unsafeNote')}
          </p>
        }
        action={text('path.fund.check')}
        retry={text('path.fund.checkAgain')}
        repeatAction={text('path.fund.checkAgain')}
        onRun={() => void journey.fund()}
      />
    );
  const name = network ? journey.nameOf(network.chainId) : say('path.fund.itsNetwork');
  return (
    <StepFrame
      name="fund"
      title={text('path.fund.title')}
      lead={text(isReal ? 'path.fund.leadReal' : 'path.fund.leadTest', { network: name })}
      action={text('path.fund.check')}
      retry={text('path.fund.checkAgain')}
      repeatAction={text('path.fund.checkAgain')}
      onRun={() => void journey.fund()}
      fields={account && <Hex value={account.address} subject={say('page.what.accountAddress')} />}
    />
  );
}
