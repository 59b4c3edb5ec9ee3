import type { IpfsObject } from '@xnet/clients';
import { text } from '../../draw';
import { readObject } from '../../service/files';
import type { Service } from '../../service/service';
import { say } from '../../texts';
import { JsonReply } from './JsonReply';
import { Mark } from './Mark';
import { TaskForm } from './TaskForm';
import { useTask } from './useTask';

type Props = { readonly service: Service; readonly cid: string };

/** Shows the object of the CID in the form above. */
export function ObjectForm({ service, cid }: Props) {
  const { task, run } = useTask<IpfsObject>(service);
  const name = cid.trim();
  return (
    <section className="part" aria-labelledby="object-title">
      <h2 id="object-title">{text('service.ipfs.objectTitle')}</h2>
      <p className="quiet">{text('service.ipfs.objectLead')}</p>
      <TaskForm
        task={task}
        submit={{ id: 'ipfs-object', label: text('service.ipfs.getObject'), isReady: name !== '' }}
        onSubmit={() => void run(() => readObject(service, name))}
        id="ipfs-object"
        waitingFor={say('service.ipfs.reading')}
      >
        {(outcome) => (
          <>
            <Mark id="object-mark" holds="yes">
              <p>{text('service.ipfs.objectMatches')}</p>
            </Mark>
            <JsonReply outcome={outcome} value={outcome.value} />
          </>
        )}
      </TaskForm>
    </section>
  );
}
