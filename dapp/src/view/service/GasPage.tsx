import { useEffect, useState } from 'react';
import { text } from '../../draw';
import { type Fees, readFees } from '../../service/readFees';
import type { Service } from '../../service/service';
import { say } from '../../texts';
import { FeeChart } from './FeeChart';
import { FeeFigures } from './FeeFigures';
import { FeeSuggestions } from './FeeSuggestions';
import { FeeTable } from './FeeTable';
import { SelectField } from './SelectField';
import { ServicePage } from './ServicePage';
import { Taken } from './Taken';
import { TaskForm } from './TaskForm';
import { useTask } from './useTask';

export function GasPage() {
  return (
    <ServicePage title={text('page.title.gas')} lead={text('service.gas.lead')}>
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
      const chains = await service.readChains();
      const [first = ''] = Object.keys(chains);
      setChains(chains);
      setChainId(first);
      return readFees(service, first);
    });

  // When the page opens: read the available chains and the fees of the first.
  useEffect(() => void read(''), [service]);

  return (
    <TaskForm
      task={task}
      submit={{ id: 'gas-read', label: text('service.gas.readAgain') }}
      onSubmit={() => void read(chainId)}
      id="gas"
      waitingFor={say('service.gas.reading')}
      fields={
        <SelectField
          id="gas-chain"
          label={text('service.gas.chain')}
          value={chainId}
          choices={Object.entries(chains).map(([id, name]) => [id, `${name} (${id})`])}
          onChange={(id) => {
            setChainId(id);
            void read(id);
          }}
        />
      }
    >
      {(outcome) => (
        <>
          <h2>
            {text('service.gas.baseFee')} <Taken outcome={outcome} />
          </h2>
          <FeeFigures fees={outcome.value} />
          <FeeChart fees={outcome.value} />
          <FeeTable baseFeesGwei={outcome.value.baseFeesGwei} />
          <FeeSuggestions suggested={outcome.value.suggested} />
        </>
      )}
    </TaskForm>
  );
}
