import { useState } from 'react';
import { formatCount } from '../../language';
import { type Added, addText } from '../../service/files';
import type { Service } from '../../service/service';
import { Copy } from '../Copy';
import { Taken } from './Taken';
import { TaskReply } from './TaskReply';
import { useTask } from './useTask';

type Props = { readonly service: Service; readonly onAdded: (cid: string) => void };

const sample = 'A text that nobody can change without its name changing too.';
const blockSizes = [
  { bytes: 262_144, label: 'As usual: 262,144 bytes each' },
  { bytes: 1_000, label: '1,000 bytes each: several blocks even of a short text' },
] as const;

export function AddForm({ service, onAdded }: Props) {
  const [text, setText] = useState(sample);
  const [blockBytes, setBlockBytes] = useState<number>(blockSizes[0].bytes);
  const { task, run, clear } = useTask<Added>(service);

  async function submit(): Promise<void> {
    const added = await run(() => addText(service, text, blockBytes));
    if (added) onAdded(added.cid);
  }

  return (
    <section className="part" aria-labelledby="add-title">
      <h2 id="add-title">1. Add a text</h2>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
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
        <div className="field">
          <label htmlFor="ipfs-blocks">Cut into blocks</label>
          <select
            id="ipfs-blocks"
            data-testid="ipfs-blocks"
            value={blockBytes}
            onChange={(event) => setBlockBytes(Number(event.target.value))}
          >
            {blockSizes.map(({ bytes, label }) => (
              <option key={bytes} value={bytes}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <div className="actions">
          <button
            type="submit"
            className="primary"
            data-testid="ipfs-add"
            disabled={task.state === 'busy' || text === ''}
          >
            Add
          </button>
        </div>
      </form>
      <TaskReply task={task} id="ipfs-add" waitingFor="Adding">
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
      </TaskReply>
    </section>
  );
}
