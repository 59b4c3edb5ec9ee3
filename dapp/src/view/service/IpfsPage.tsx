import { useState } from 'react';
import { text } from '../../draw';
import type { Service } from '../../service/service';
import { AddForm } from './AddForm';
import { ObjectForm } from './ObjectForm';
import { ReadForm } from './ReadForm';
import { ServicePage } from './ServicePage';

export function IpfsPage() {
  return (
    <ServicePage title={text('page.title.ipfs')} lead={text('service.ipfs.lead')}>
      {(service) => <IpfsForms service={service} />}
    </ServicePage>
  );
}

function IpfsForms({ service }: { service: Service }) {
  const [cid, setCid] = useState('');
  return (
    <>
      <AddForm service={service} onAdded={setCid} />
      <ReadForm service={service} cid={cid} onCid={setCid} />
      <ObjectForm key={cid} service={service} cid={cid} />
    </>
  );
}
