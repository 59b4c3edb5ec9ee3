import { useState } from 'react';
import { formatCount } from '../../language';
import { type Content, otherCid, readChecked, readUnchecked } from '../../service/files';
import type { Done, Service } from '../../service/service';
import { Code } from '../Code';
import { TextField } from '../TextField';
import { Mark } from './Mark';
import { Taken } from './Taken';
import { TaskForm } from './TaskForm';
import { useTask } from './useTask';

type Props = {
  readonly service: Service;
  readonly cid: string;
  readonly onCid: (cid: string) => void;
};
type Way = 'checked' | 'unchecked';
type Read = { readonly content: Content; readonly way: Way };

const ways: readonly { readonly way: Way; readonly label: string }[] = [
  { way: 'checked', label: 'Check every block' },
  { way: 'unchecked', label: 'Do not check' },
];
const leastLength = 10;

export function ReadForm({ service, cid, onCid }: Props) {
  const [way, setWay] = useState<Way>('checked');
  /** The CID read last: its result is not shown under another CID. */
  const [asked, setAsked] = useState('');
  const { task, run } = useTask<Read>(service);
  const name = cid.trim();

  const submit = () => {
    setAsked(name);
    return run(async () => {
      const read = way === 'checked' ? readChecked : readUnchecked;
      return { content: await read(service, name), way };
    });
  };

  return (
    <section className="part" aria-labelledby="read-title">
      <h2 id="read-title">2. Read it back</h2>
      <TaskForm
        task={task}
        submit={{ id: 'ipfs-read', label: 'Read', isReady: name !== '' }}
        onSubmit={() => void submit()}
        id="ipfs-read"
        waitingFor="Reading"
        isStale={asked !== name}
        fields={
          <>
            <TextField
              id="ipfs-cid"
              label="CID"
              hint="Add a text above, or enter one that this service has."
              isHex
              value={cid}
              fault={null}
              onChange={onCid}
            />
            <fieldset className="ways">
              <legend className="unseen">Checking</legend>
              {ways.map((one) => (
                <label key={one.way}>
                  <input
                    type="radio"
                    name="checking"
                    data-testid={`ipfs-${one.way}`}
                    checked={way === one.way}
                    onChange={() => setWay(one.way)}
                  />
                  {one.label}
                </label>
              ))}
            </fieldset>
          </>
        }
        more={
          <button
            type="button"
            className="secondary"
            data-testid="ipfs-spoil"
            disabled={name.length < leastLength}
            onClick={() => onCid(otherCid(name))}
          >
            Make the CID wrong
          </button>
        }
      >
        {(done) => <ContentView done={done} />}
      </TaskForm>
    </section>
  );
}

function ContentView({ done }: { done: Done<Read> }) {
  const { content, way } = done.value;
  const { requests } = done;
  return (
    <>
      {way === 'checked' ? (
        <Mark id="ipfs-mark" holds="yes">
          <p>
            Every block checked: {requests === 1 ? 'the one block has' : `all ${requests} have`} the
            hash that its name says.
          </p>
        </Mark>
      ) : (
        <Mark id="ipfs-mark" holds="unknown">
          <p>Not checked: you rely on the service alone.</p>
        </Mark>
      )}
      <h2>
        Content <Taken done={done} />
      </h2>
      <Code text={content.text} testId="ipfs-content" />
      <p className="hint">{formatCount(content.bytes)} bytes</p>
    </>
  );
}
