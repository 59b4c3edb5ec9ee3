import { eth_getBlockByNumber } from '@xnet/clients';
import { useEffect, useState } from 'react';
import { text } from '../../draw';
import { rpcLink } from '../../route';
import { findRpcForm, rpcForms } from '../../service/rpcForms';
import type { Channel, Service } from '../../service/service';
import { BatchForm } from './BatchForm';
import { RpcForm } from './RpcForm';
import { ServicePage } from './ServicePage';

const batch = 'batch';

export function RpcPage({ name }: { name: string }) {
  return (
    <ServicePage title={text('page.title.rpc')} lead={text('service.rpc.lead')}>
      {(service) => <RpcForms service={service} name={name || 'eth_getBlockByNumber'} />}
    </ServicePage>
  );
}

const ways: readonly { readonly over: Channel; readonly label: string }[] = [
  { over: 'http', label: 'HTTP' },
  { over: 'webSocket', label: 'WebSocket' },
];

function RpcForms({ service, name }: { service: Service; name: string }) {
  const [over, setOver] = useState<Channel>('http');
  const [newestHash, setNewestHash] = useState<string | null>(null);
  const form = findRpcForm(name);

  // Reads a block hash, the only sample that cannot be known in advance.
  useEffect(() => {
    const ask = () =>
      service.withNode('http', (node) => node.read(eth_getBlockByNumber('latest', false)));
    service.measure(ask).then(
      ({ value }) => setNewestHash(value?.hash ?? null),
      // The log shows a failure; the form works without the sample.
      () => undefined,
    );
  }, [service]);

  return (
    <>
      <ul className="picks" aria-label={text('service.rpc.methods')}>
        {[...rpcForms.map((one) => one.name), batch].map((one) => (
          <li key={one}>
            <a
              href={rpcLink(one)}
              className="code"
              data-testid={`rpc-${one}`}
              aria-current={one === name ? 'page' : undefined}
            >
              {one === batch ? text('service.rpc.batch') : one}
            </a>
          </li>
        ))}
      </ul>
      <fieldset className="ways">
        <legend>{text('service.rpc.over')}</legend>
        {ways.map((way) => (
          <label key={way.over}>
            <input
              type="radio"
              name="over"
              data-testid={`over-${way.over}`}
              checked={over === way.over}
              onChange={() => setOver(way.over)}
            />
            {way.label}
          </label>
        ))}
      </fieldset>
      {form && (
        <RpcForm key={name} service={service} form={form} over={over} newestHash={newestHash} />
      )}
      {name === batch && <BatchForm service={service} over={over} newestHash={newestHash} />}
      {!form && name !== batch && (
        <div className="empty">
          <p className="empty-title">{text('service.rpc.noForm', { name })}</p>
          <p>{text('service.rpc.pickAbove')}</p>
        </div>
      )}
    </>
  );
}
