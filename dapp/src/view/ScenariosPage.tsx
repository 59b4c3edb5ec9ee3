import { useEffect, useState } from 'react';
import { makeClass } from '../chain/declarable';
import { neighbour } from '../chain/localChain';
import { draw, text } from '../draw';
import { pretty } from '../log/copies';
import { runLink } from '../route';
import { type Facts, type Scenario, scenarios } from '../scenarios/scenarios';
import { useStore } from '../store';
import { describeFailure } from '../wallet/failure';
import { ActionButton } from './ActionButton';
import { useApp } from './AppContext';
import { ReplyView } from './ReplyView';
import { rich } from './rich';
import { useCall } from './useCall';

export function ScenariosPage() {
  const { session, journey, log } = useApp();
  const { account, network, module } = useStore(session.store);
  const [recipient, setRecipient] = useState<string | null>(null);
  const chain = journey.faucet();
  const isReady = module !== null && account !== null;
  useEffect(() => {
    if (!isReady || !chain) return setRecipient(null);
    // Without another account, the current one is the recipient.
    neighbour(chain, log).then(setRecipient, () => setRecipient(null));
  }, [isReady, chain, log]);

  const factsNow = (): Facts | null =>
    account &&
    network && {
      account: account.address,
      chainId: network.chainId,
      recipient: recipient ?? account.address,
      nowSeconds: Math.floor(Date.now() / 1_000),
      makeClass: chain && (() => makeClass(chain, log, `xnet::Sample${Date.now()}`)),
    };

  return (
    <section aria-labelledby="scenarios-title">
      <header className="page-head">
        <h1 id="scenarios-title">{text('page.title.scenarios')}</h1>
        <p>{text('scenarios.lead')}</p>
      </header>
      {!isReady && (
        <p className="hint" data-testid="scenarios-hint">
          {rich('scenarios.needAccount', { link: <a href="#/">{text('page.startHere')}</a> })}
        </p>
      )}
      <ol className="scenarios">
        {scenarios.map((scenario) => (
          <ScenarioCard
            key={scenario.id}
            scenario={scenario}
            canSend={isReady && (chain !== null || !scenario.needsLocalChain)}
            factsNow={factsNow}
          />
        ))}
      </ol>
    </section>
  );
}

type Props = {
  readonly scenario: Scenario;
  readonly canSend: boolean;
  readonly factsNow: () => Facts | null;
};

function ScenarioCard({ scenario, canSend, factsNow }: Props) {
  const { id, title, lead, method, needsLocalChain } = scenario;
  const { call, send, refuse } = useCall();
  const [params, setParams] = useState<object | null>(null);

  async function run(): Promise<void> {
    const facts = factsNow();
    if (!facts) return;
    try {
      const params = await scenario.params(facts);
      setParams(params);
      await send(method, params);
    } catch (error) {
      refuse(describeFailure(error));
    }
  }

  return (
    <li className="scenario" data-testid={`scenario-${id}`} data-state={call.state}>
      <h2>{draw(title)}</h2>
      <p className="quiet">{draw(lead)}</p>
      <div className="actions">
        <ActionButton
          type="button"
          className="secondary"
          data-testid={`scenario-${id}-run`}
          aria-label={text('scenarios.sendOf', { title })}
          disabled={!canSend}
          isBusy={call.state === 'busy'}
          onClick={() => void run()}
        >
          {text('page.send')}
        </ActionButton>
        <code>{method}</code>
        {params && !needsLocalChain && (
          <a href={runLink(method, pretty(params))}>{text('methods.editAsJson')}</a>
        )}
        {needsLocalChain && !canSend && (
          <span className="hint">{text('scenarios.needsLocal')}</span>
        )}
      </div>
      <ReplyView call={call} label={text('scenarios.replyTo', { title })} />
    </li>
  );
}
