import type { IpfsObject } from '@xnet/clients';
import { readObject } from '../../service/files';
import type { Service } from '../../service/service';
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
      <h2 id="object-title">3. Look at its object</h2>
      <p className="quiet">
        Links and data of the object that the CID above names. The page rebuilds it from them and
        checks its hash.
      </p>
      <TaskForm
        task={task}
        submit={{ id: 'ipfs-object', label: 'Get the object', isReady: name !== '' }}
        onSubmit={() => void run(() => readObject(service, name))}
        id="ipfs-object"
        waitingFor="Reading"
      >
        {(done) => (
          <>
            <Mark id="object-mark" holds="yes">
              <p>Rebuilt and hashed: it matches the CID.</p>
            </Mark>
            <JsonReply done={done} value={done.value} />
          </>
        )}
      </TaskForm>
    </section>
  );
}
