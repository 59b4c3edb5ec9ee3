import { type EthCall, ModuleError } from '@xnet/clients';
import { useState } from 'react';
import { draw, text } from '../../draw';
import { formatCount } from '../../numbers';
import { asFailure, faultSentence } from '../../service/failure';
import { type CheckedProof, readProof } from '../../service/readProof';
import {
  type RpcForm as Form,
  faultyField,
  type RpcEntered,
  splitLines,
} from '../../service/rpcForms';
import type { Channel, Service } from '../../service/service';
import { type Label, say } from '../../texts';
import { TextField } from '../TextField';
import { JsonReply } from './JsonReply';
import { ProofMark } from './ProofMark';
import { RpcFieldInput } from './RpcFieldInput';
import { TaskForm } from './TaskForm';
import { useTask } from './useTask';

type Props = {
  readonly service: Service;
  readonly form: Form;
  readonly over: Channel;
  readonly newestHash: string | null;
};
type Reply = { readonly result: unknown; readonly checked: CheckedProof | null };
type Fault = { readonly field: number | 'root'; readonly message: Label };

const proofMethod = 'eth_getProof';

/** Values entered for a call, their fault, and the call's task. */
function useRpcForm({ service, form, over, newestHash }: Props) {
  const sample = form.sample({ counter: service.access.counter, newestHash });
  const [entered, setEntered] = useState<RpcEntered | null>(null);
  const [root, setRoot] = useState('');
  const [fault, setFault] = useState<Fault | null>(null);
  const { task, run, clear } = useTask<Reply>(service);
  const values = entered ?? sample;

  function refuse(field: Fault['field'], message: Label): void {
    clear();
    setFault({ field, message });
    const name = field === 'root' ? field : form.fields[field]?.name;
    document.getElementById(`rpc-field-${name}`)?.focus();
  }

  function submit(): void {
    let call: EthCall;
    try {
      call = form.call(values);
    } catch (error) {
      const message =
        error instanceof ModuleError ? faultSentence(error) : asFailure(error).message;
      refuse(faultyField(form, error) ?? 0, message);
      return;
    }
    const trustedRoot = root.trim();
    if (trustedRoot !== '' && !/^0x[0-9a-f]{64}$/iu.test(trustedRoot)) {
      refuse('root', say('service.rpc.rootFault'));
      return;
    }
    setFault(null);
    void run(() =>
      service.withNode(over, async ({ read }) => {
        if (form.name !== proofMethod) return { result: await read(call), checked: null };
        const [address = '', keys = '', block = ''] = values.map((text) => text.trim());
        const params = { address, keys: splitLines(keys), block, trustedRoot };
        const checked = await readProof(read, params);
        return { result: checked.proof, checked };
      }),
    );
  }

  /** Clears what an earlier request said, which may not apply any more. */
  function change(next: RpcEntered | null): void {
    setEntered(next);
    setFault(null);
    if (task.state === 'error') clear();
  }

  return {
    task,
    shown: values,
    root,
    submit,
    faultOf: (field: Fault['field']) => (fault?.field === field ? fault.message : null),
    enter: (index: number, value: string) =>
      change(values.map((old, position) => (position === index ? value : old))),
    enterRoot(text: string) {
      setRoot(text);
      setFault(null);
    },
    fillInSample: () => change(null),
  };
}

export function RpcForm(props: Props) {
  const { form } = props;
  const entered = useRpcForm(props);
  return (
    <>
      <h2 className="code method-name">{form.name}</h2>
      <p className="quiet">
        <span lang="en">{form.summary}</span>{' '}
        {text('service.rpc.price', { count: formatCount(form.credits) })}
      </p>
      <TaskForm
        task={entered.task}
        submit={{ id: 'rpc-send', label: text('page.send') }}
        onSubmit={entered.submit}
        id="rpc"
        waitingFor={say('service.waiting')}
        fields={
          <>
            {form.fields.map((field, index) => (
              <RpcFieldInput
                key={field.name}
                field={field}
                value={entered.shown[index] ?? ''}
                fault={entered.faultOf(index)}
                onChange={(value) => entered.enter(index, value)}
              />
            ))}
            {form.name === proofMethod && (
              <RootField
                value={entered.root}
                fault={entered.faultOf('root')}
                onChange={entered.enterRoot}
              />
            )}
          </>
        }
        actions={
          <button type="button" className="secondary" onClick={entered.fillInSample}>
            {text('methods.fillInSample')}
          </button>
        }
      >
        {(outcome) => (
          <>
            {outcome.value.checked && <ProofMark check={outcome.value.checked.check} />}
            <JsonReply outcome={outcome} value={outcome.value.result} />
          </>
        )}
      </TaskForm>
    </>
  );
}

function RootField(props: {
  readonly value: string;
  readonly fault: Label | null;
  readonly onChange: (text: string) => void;
}) {
  const { fault, ...input } = props;
  return (
    <TextField
      id="rpc-field-root"
      label={
        <>
          {text('service.rpc.root')} <span className="quiet">{text('page.optional')}</span>
        </>
      }
      hint={text('service.rpc.rootHint')}
      isHex
      fault={fault && draw(fault)}
      {...input}
    />
  );
}
