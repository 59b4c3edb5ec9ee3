import { useState } from 'react';
import { text } from '../../draw';
import { formatCount } from '../../numbers';
import { type Content, otherCid, readChecked, readUnchecked } from '../../service/files';
import type { Done, Service } from '../../service/service';
import { say, type TextName } from '../../texts';
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

const ways: readonly { readonly way: Way; readonly label: TextName }[] = [
  { way: 'checked', label: 'service.ipfs.checkEvery' },
  { way: 'unchecked', label: 'service.ipfs.doNotCheck' },
];
const leastLength = 10;

export function ReadForm({ service, cid, onCid }: Props) {
  const [way, setWay] = useState<Way>('checked');
  /** The CID read last: its result is not shown under another CID. */
  const [askedCid, setAsked] = useState('');
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
      <h2 id="read-title">{text('service.ipfs.readTitle')}</h2>
      <TaskForm
        task={task}
        submit={{ id: 'ipfs-read', label: text('service.ipfs.read'), isReady: name !== '' }}
        onSubmit={() => void submit()}
        id="ipfs-read"
        waitingFor={say('service.ipfs.reading')}
        isStale={askedCid !== name}
        fields={
          <>
            <TextField
              id="ipfs-cid"
              label={text('service.ipfs.cid')}
              hint={text('service.ipfs.cidHint')}
              isHex
              value={cid}
              fault={null}
              onChange={onCid}
            />
            <WayChoice way={way} onChoose={setWay} />
          </>
        }
        actions={
          <button
            type="button"
            className="secondary"
            data-testid="ipfs-spoil"
            disabled={name.length < leastLength}
            onClick={() => onCid(otherCid(name))}
          >
            {text('service.ipfs.spoil')}
          </button>
        }
      >
        {(outcome) => <ContentView outcome={outcome} />}
      </TaskForm>
    </section>
  );
}

function WayChoice({ way, onChoose }: { way: Way; onChoose: (way: Way) => void }) {
  return (
    <fieldset className="ways">
      <legend className="unseen">{text('service.ipfs.checking')}</legend>
      {ways.map((one) => (
        <label key={one.way}>
          <input
            type="radio"
            name="checking"
            data-testid={`ipfs-${one.way}`}
            checked={way === one.way}
            onChange={() => onChoose(one.way)}
          />
          {text(one.label)}
        </label>
      ))}
    </fieldset>
  );
}

function ContentView({ outcome }: { outcome: Done<Read> }) {
  const { content, way } = outcome.value;
  const { requests } = outcome;
  return (
    <>
      {way === 'checked' ? (
        <Mark id="ipfs-mark" holds="yes">
          <p>
            {text(requests === 1 ? 'service.ipfs.checked.one' : 'service.ipfs.checked.many', {
              count: String(requests),
            })}
          </p>
        </Mark>
      ) : (
        <Mark id="ipfs-mark" holds="unknown">
          <p>{text('service.ipfs.notChecked')}</p>
        </Mark>
      )}
      <h2>
        {text('service.ipfs.content')} <Taken outcome={outcome} />
      </h2>
      <Code text={content.text} testId="ipfs-content" />
      <p className="hint">{text('service.bytes', { count: formatCount(content.bytes) })}</p>
    </>
  );
}
