import { useState } from 'react';
import { formatCount } from '../../language';
import { type Added, addText } from '../../service/files';
import type { Service } from '../../service/service';
import { Copy } from '../Copy';
import { SelectField } from './SelectField';
import { Taken } from './Taken';
import { TaskForm } from './TaskForm';
import { useTask } from './useTask';

type Props = { readonly service: Service; readonly onAdded: (cid: string) => void };

const sample = 'A text that nobody can change without its name changing too.';
const blockSizes = [
  ['262144', 'As usual: 262,144 bytes each'],
  ['1000', '1,000 bytes each: several blocks even of a short text'],
] as const;

export function AddForm({ service, onAdded }: Props) {
  const [text, setText] = useState(sample);
  const [blockBytes, setBlockBytes] = useState<string>(blockSizes[0][0]);
  const { task, run, clear } = useTask<Added>(service);

  async function submit(): Promise<void> {
    const added = await run(() => addText(service, text, Number(blockBytes)));
    if (added) onAdded(added.cid);
  }

  return (
    <section className="part" aria-labelledby="add-title">
      <h2 id="add-title">1. Add a text</h2>
      <TaskForm
        task={task}
        submit={{ id: 'ipfs-add', label: 'Add', isReady: text !== '' }}
        onSubmit={() => void submit()}
        id="ipfs-add"
        waitingFor="Adding"
        fields={
          <>
            <div className="field">
              <label htmlFor="ipfs-text">Text</label>
              <textarea
                id="ipfs-text"
                data-testid="ipfs-text"
                rows={3}
                value={text}
                onChange={(event) => {
                  setText(event.target.value);
                  if (task.state === 'error') clear();
                }}
              />
            </div>
            <SelectField
              id="ipfs-blocks"
              label="Cut into blocks"
              value={blockBytes}
              choices={blockSizes}
              onChange={setBlockBytes}
            />
          </>
        }
      >
        {(done) => (
          <>
            <h2>
              Added <Taken done={done} />
              <Copy text={done.value.cid} what="CID" />
            </h2>
            <dl className="facts">
              <div>
                <dt>CID</dt>
                <dd>
                  <code data-testid="ipfs-added">{done.value.cid}</code>
                </dd>
              </div>
              <div>
                <dt>Size</dt>
                <dd>{formatCount(done.value.bytes)} bytes</dd>
              </div>
            </dl>
          </>
        )}
      </TaskForm>
    </section>
  );
}
