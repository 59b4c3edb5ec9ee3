import { batchCredits } from '@xnet/clients';
import { useState } from 'react';
import { text } from '../../draw';
import { formatCount } from '../../numbers';
import { findRpcForm, rpcForms } from '../../service/rpcForms';
import type { BatchReply, Channel, Service } from '../../service/service';
import { say } from '../../texts';
import { JsonReply } from './JsonReply';
import { SelectField } from './SelectField';
import { TaskForm } from './TaskForm';
import { useTask } from './useTask';

type Props = {
  readonly service: Service;
  readonly over: Channel;
  readonly newestHash: string | null;
};

const places = ['service.rpc.first', 'service.rpc.second'] as const;
/** Two calls in one request, with the samples of their forms. */
export function BatchForm({ service, over, newestHash }: Props) {
  const [picked, setPicked] = useState(['eth_getBlockByNumber', 'eth_getBlockReceipts']);
  const { task, run, clear } = useTask<BatchReply[]>(service);
  const choices = rpcForms.map(
    ({ name, credits }) =>
      [name, say('service.rpc.priced', { name, count: formatCount(credits) })] as const,
  );
  const facts = { counter: service.access.counter, newestHash };

  function submit(): void {
    void run(() =>
      service.withNode(over, async ({ batch }) => {
        const forms = picked.flatMap((name) => findRpcForm(name) ?? []);
        return batch(forms.map((form) => form.call(form.sample(facts))));
      }),
    );
  }

  return (
    <>
      <h2 className="method-name">{text('service.rpc.batch')}</h2>
      <p className="quiet">{text('service.rpc.batchLead', { count: String(batchCredits) })}</p>
      <TaskForm
        task={task}
        submit={{ id: 'rpc-send', label: text('service.rpc.sendBoth') }}
        onSubmit={submit}
        id="rpc"
        waitingFor={say('service.waiting')}
        fields={places.map((place, index) => (
          <SelectField
            key={place}
            id={`batch-${index}`}
            label={text(place)}
            value={picked[index] ?? ''}
            choices={choices}
            onChange={(name) => {
              setPicked(picked.map((old, position) => (position === index ? name : old)));
              if (task.state === 'error') clear();
            }}
          />
        ))}
      >
        {(outcome) => <JsonReply outcome={outcome} value={outcome.value} />}
      </TaskForm>
    </>
  );
}
