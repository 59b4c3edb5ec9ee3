import { useState } from 'react';
import { pretty } from '../log/copies';
import { findMethod } from '../methods/catalogue';
import { fillParams, sampleOf } from '../methods/form';
import { runLink } from '../route';
import { useStore } from '../store';
import { useApp } from './AppContext';
import { Badges } from './Badges';
import { ErrorTable } from './ErrorTable';
import { ParamField } from './ParamField';
import { ReplyView } from './ReplyView';
import { useCall } from './useCall';

export function MethodPage({ name }: { name: string }) {
  const method = findMethod(name);
  const { session } = useApp();
  const { account, module } = useStore(session.store);
  const params = method?.params ?? [];
  const [entered, setEntered] = useState(() => sampleOf(params, account?.address ?? null));
  const [faults, setFaults] = useState<{ readonly [name: string]: string }>({});
  const { call, send, clear } = useCall();

  if (!method)
    return (
      <section className="empty">
        <h1 className="empty-title">There is no method {name}</h1>
        <p>
          Pick one on the left, or <a href="#/">start here</a>.
        </p>
      </section>
    );

  function submit() {
    const filled = fillParams(params, entered);
    if ('params' in filled) {
      setFaults({});
      void send(name, filled.params);
      return;
    }
    setFaults(filled.faults);
    clear();
    const [first] = Object.keys(filled.faults);
    document.getElementById(`param-${first}`)?.focus();
  }

  const filled = fillParams(params, entered);
  const raw = 'params' in filled && filled.params ? pretty(filled.params) : '';

  return (
    <section aria-labelledby="method-title">
      <header className="page-head">
        <h1 id="method-title" className="code">
          {name}
        </h1>
        <p>{method.summary}</p>
        <Badges method={method} />
      </header>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {params.length === 0 && <p className="quiet">This method takes no parameters.</p>}
        {params.map((param) => (
          <ParamField
            key={param.name}
            param={param}
            value={entered[param.name] ?? ''}
            fault={faults[param.name] ?? null}
            account={account?.address ?? null}
            onChange={(value) => setEntered({ ...entered, [param.name]: value })}
          />
        ))}
        <div className="actions">
          <button
            type="submit"
            className="primary"
            data-testid="method-send"
            disabled={!module || call.state === 'busy'}
          >
            Send
          </button>
          {params.length > 0 && (
            <button
              type="button"
              className="secondary"
              onClick={() => setEntered(sampleOf(params, account?.address ?? null))}
            >
              Fill in the sample
            </button>
          )}
          <a href={runLink(name, raw)}>Edit as JSON</a>
        </div>
        {!module && (
          <p className="hint">
            Connect the module first: <a href="#/">start here</a>.
          </p>
        )}
      </form>
      <ReplyView call={call} />
      <ErrorTable errors={method.errors} />
    </section>
  );
}
