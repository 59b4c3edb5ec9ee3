import { useState } from 'react';
import type { Service } from '../../service/service';
import { AddForm } from './AddForm';
import { ObjectForm } from './ObjectForm';
import { ReadForm } from './ReadForm';
import { ServicePage } from './ServicePage';

export function IpfsPage() {
  return (
    <ServicePage
      title="IPFS"
      lead="Content is named by its hash (its CID), so you need not trust anyone: what comes back is checked."
    >
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
