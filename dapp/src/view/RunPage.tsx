import { useState } from 'react';
import { draw, text } from '../draw';
import { useStore } from '../store';
import { say, type TextRef } from '../texts';
import { getMessage } from '../wallet/failure';
import { useApp } from './AppContext';
import { FieldNote } from './FieldNote';
import { ReplyView } from './ReplyView';
import { ConnectFirst, SendButton } from './SendButton';
import { TextField } from './TextField';
import { useCall } from './useCall';

type Props = { readonly method: string; readonly params: string };

/** Any method with any params, unchecked; a link's request waits for a press of Send. */
export function RunPage(props: Props) {
  const { session } = useApp();
  const { module } = useStore(session.store);
  const [method, setMethod] = useState(props.method);
  const [params, setParams] = useState(() => tidy(props.params));
  const [fault, setFault] = useState<TextRef | null>(null);
  const { call, send, clear } = useCall();

  function submit() {
    try {
      const value: unknown = params.trim() === '' ? undefined : JSON.parse(params);
      setFault(null);
      void send(method.trim(), value);
    } catch (error) {
      clear();
      const reason = getMessage(error);
      setFault(say('methods.run.notJson', { why: reason }));
      document.getElementById('run-params')?.focus();
    }
  }

  return (
    <section aria-labelledby="run-title">
      <header className="page-head">
        <h1 id="run-title">{text('page.title.run')}</h1>
        <p>{text('methods.run.lead')}</p>
      </header>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          id="run-method"
          label={text('methods.run.method')}
          isHex
          value={method}
          fault={null}
          onChange={setMethod}
        />
        <ParamsField
          value={params}
          fault={fault}
          onChange={(text) => {
            setParams(text);
            setFault(null);
            if (call.state === 'error') clear();
          }}
        />
        <div className="actions">
          <SendButton isDisabled={!module || method.trim() === ''} isBusy={call.state === 'busy'} />
        </div>
        {!module && <ConnectFirst />}
      </form>
      <ReplyView call={call} />
    </section>
  );
}

function ParamsField(props: {
  readonly value: string;
  readonly fault: TextRef | null;
  readonly onChange: (text: string) => void;
}) {
  const { value, fault, onChange } = props;
  return (
    <div className="field">
      <label htmlFor="run-params">{text('methods.run.params')}</label>
      <textarea
        id="run-params"
        data-testid="run-params"
        className="code"
        rows={12}
        spellCheck={false}
        value={value}
        aria-invalid={fault !== null}
        aria-describedby="run-params-note"
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldNote id="run-params" isFault={fault !== null}>
        {draw(fault ?? say('methods.run.paramsHint'))}
      </FieldNote>
    </div>
  );
}

/** Indents a link's JSON, which may be on one line. */
function tidy(params: string): string {
  try {
    return JSON.stringify(JSON.parse(params), null, 2);
  } catch {
    return params;
  }
}
