import { creditsOf } from '@xnet/clients';
import { useState } from 'react';
import { formatCount } from '../../language';
import { findRpcForm, rpcForms } from '../../service/rpcForms';
import type { BatchReply, Over, Service } from '../../service/service';
import { JsonReply } from './JsonReply';
import { TaskReply } from './TaskReply';
import { useTask } from './useTask';

type Props = {
  readonly service: Service;
  readonly over: Over;
  readonly newestHash: string | null;
};

const places = ['First call', 'Second call'] as const;

/** Two calls in one request, with the samples of their forms. */
export function BatchForm({ service, over, newestHash }: Props) {
  const [picked, setPicked] = useState(['eth_getBlockByNumber', 'eth_getBlockReceipts']);
  const { task, run, clear } = useTask<BatchReply[]>(service);
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
      <h2 className="method-name">Batch of two</h2>
      <p className="quiet">
        Two calls in one request, with the samples of their forms. The batch itself costs{' '}
        {creditsOf('batch')} credits more.
      </p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {places.map((place, index) => (
          <div key={place} className="field">
            <label htmlFor={`batch-${index}`}>{place}</label>
            <select
              id={`batch-${index}`}
              data-testid={`batch-${index}`}
              value={picked[index]}
              onChange={(event) => {
                setPicked(picked.map((old, at) => (at === index ? event.target.value : old)));
                if (task.state === 'error') clear();
              }}
            >
              {rpcForms.map(({ name, credits }) => (
                <option key={name} value={name}>
                  {name} ({formatCount(credits)} credits)
                </option>
              ))}
            </select>
          </div>
        ))}
        <div className="actions">
          <button
            type="submit"
            className="primary"
            data-testid="rpc-send"
            disabled={task.state === 'busy'}
          >
            Send both
          </button>
        </div>
      </form>
      <TaskReply task={task} id="rpc" waitingFor="Waiting for the service">
        {(done) => <JsonReply done={done} value={done.value} />}
      </TaskReply>
    </>
  );
}
