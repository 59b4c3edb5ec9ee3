import { useState } from 'react';
import { text } from '../../draw';
import { formatCount } from '../../numbers';
import { type Added, addText } from '../../service/files';
import type { Service } from '../../service/service';
import { say } from '../../texts';
import { Copy } from '../Copy';
import { SelectField } from './SelectField';
import { Taken } from './Taken';
import { TaskForm } from './TaskForm';
import { useTask } from './useTask';

type Props = { readonly service: Service; readonly onAdded: (cid: string) => void };

const blockSizes = [
  ['262144', say('service.ipfs.usualBlocks')],
  ['1000', say('service.ipfs.smallBlocks')],
] as const;

export function AddForm({ service, onAdded }: Props) {
  const [entered, setEntered] = useState<string | null>(null);
  const content = entered ?? text('service.ipfs.sample');
  const [blockBytes, setBlockBytes] = useState<string>(blockSizes[0][0]);
  const { task, run, clear } = useTask<Added>(service);

  async function submit(): Promise<void> {
    const added = await run(() => addText(service, content, Number(blockBytes)));
    if (added) onAdded(added.cid);
  }

  return (
    <section className="part" aria-labelledby="add-title">
      <h2 id="add-title">{text('service.ipfs.addTitle')}</h2>
      <TaskForm
        task={task}
        submit={{ id: 'ipfs-add', label: text('service.ipfs.add'), isReady: content !== '' }}
        onSubmit={() => void submit()}
        id="ipfs-add"
        waitingFor={say('service.ipfs.adding')}
        fields={
          <>
            <div className="field">
              <label htmlFor="ipfs-text">{text('service.ipfs.text')}</label>
              <textarea
                id="ipfs-text"
                data-testid="ipfs-text"
                rows={3}
                value={content}
                onChange={(event) => {
                  setEntered(event.target.value);
                  if (task.state === 'error') clear();
                }}
              />
            </div>
            <SelectField
              id="ipfs-blocks"
              label={text('service.ipfs.cut')}
              value={blockBytes}
              choices={blockSizes}
              onChange={setBlockBytes}
            />
          </>
        }
      >
        {(outcome) => (
          <>
            <h2>
              {text('service.ipfs.added')} <Taken outcome={outcome} />
              <Copy text={outcome.value.cid} subject={say('service.ipfs.cid')} />
            </h2>
            <dl className="facts">
              <div>
                <dt>{text('service.ipfs.cid')}</dt>
                <dd>
                  <code data-testid="ipfs-added">{outcome.value.cid}</code>
                </dd>
              </div>
              <div>
                <dt>{text('service.ipfs.size')}</dt>
                <dd>{text('service.bytes', { count: formatCount(outcome.value.bytes) })}</dd>
              </div>
            </dl>
          </>
        )}
      </TaskForm>
    </section>
  );
}
