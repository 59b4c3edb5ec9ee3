import { useEffect, useState } from 'react';
import { type Fees, readFees } from '../../service/readFees';
import type { Service } from '../../service/service';
import { FeeChart } from './FeeChart';
import { FeeFigures } from './FeeFigures';
import { FeeSuggestions } from './FeeSuggestions';
import { FeeTable } from './FeeTable';
import { ServicePage } from './ServicePage';
import { Taken } from './Taken';
import { TaskReply } from './TaskReply';
import { useTask } from './useTask';

export function GasPage() {
  return (
    <ServicePage title="Gas" lead="What a transaction on Ethereum costs now, and what is usual.">
      {(service) => <GasForm service={service} />}
    </ServicePage>
  );
}

type Chains = { readonly [chainId: string]: string };

function GasForm({ service }: { service: Service }) {
  const [chains, setChains] = useState<Chains>({});
  const [chainId, setChainId] = useState('');
  const { task, run } = useTask<Fees>(service);

  const read = (id: string) =>
    run(async () => {
      if (id !== '') return readFees(service, id);
      const found = await service.readChains();
      const [first = ''] = Object.keys(found);
      setChains(found);
      setChainId(first);
      return readFees(service, first);
    });

  // Once, for whoever opens the page: the chains that there are, and the fees of the first.
  useEffect(() => void read(''), [service]);

  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void read(chainId);
        }}
      >
        <div className="field">
          <label htmlFor="gas-chain">Chain</label>
          <select
            id="gas-chain"
            data-testid="gas-chain"
            value={chainId}
            onChange={(event) => {
              setChainId(event.target.value);
              void read(event.target.value);
            }}
          >
            {Object.entries(chains).map(([id, name]) => (
              <option key={id} value={id}>
                {name} ({id})
              </option>
            ))}
          </select>
        </div>
        <div className="actions">
          <button
            type="submit"
            className="primary"
            data-testid="gas-read"
            disabled={task.state === 'busy'}
          >
            Read again
          </button>
        </div>
      </form>
      <TaskReply task={task} id="gas" waitingFor="Reading the fees of the last 500 blocks">
        {(done) => (
          <>
            <h2>
              Base fee <Taken done={done} />
            </h2>
            <FeeFigures fees={done.value} />
            <FeeChart fees={done.value} />
            <FeeTable baseFeesGwei={done.value.baseFeesGwei} />
            <FeeSuggestions suggested={done.value.suggested} />
          </>
        )}
      </TaskReply>
    </>
  );
}
