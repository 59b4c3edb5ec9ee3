import { useState } from 'react';
import { pretty } from '../log/copies';
import type { Method } from '../methods/catalogue';
import { createSample, type Entered, fillParams } from '../methods/form';
import { findForm } from '../methods/groups';
import { getNote } from '../methods/notes';
import { runLink } from '../route';
import { useStore } from '../store';
import { ActionButton } from './ActionButton';
import { useApp } from './AppContext';
import { Badges } from './Badges';
import { ErrorTable } from './ErrorTable';
import { ParamField } from './ParamField';
import { ReplyView } from './ReplyView';
import { useCall } from './useCall';

export function MethodPage({ name }: { name: string }) {
  const method = findForm(name);
  if (method) return <MethodForm method={method} />;
  return (
    <section className="empty">
      <h1 className="empty-title">There is no method {name}</h1>
      <p>
        Pick one from the menu, or <a href="#/">start here</a>.
      </p>
    </section>
  );
}

const none: Entered = {};

function MethodForm({ method }: { method: Method }) {
  const { name, params } = method;
  const { session, journey, tracker } = useApp();
  const { account, module, deployed } = useStore(session.store);
  const { latest } = useStore(tracker.store);
  /** Changed texts only; the rest is the sample, which learns of the account later. */
  const [changed, setChanged] = useState(none);
  const [faults, setFaults] = useState<{ readonly [name: string]: string }>({});
  const { call, send, clear } = useCall();

  const lastHash = latest?.hash ?? account?.sentHash ?? account?.deployHash ?? null;
  const sample = createSample(params, account?.address ?? null, lastHash);
  const entered = { ...sample, ...changed };
  const note = getNote(name, {
    hasLocalChain: journey.faucet() !== null,
    isDeployed: deployed,
    hasSent: lastHash !== null,
  });

  /** Clears the errors of an earlier request, which may not apply any more. */
  function change(next: Entered) {
    setChanged(next);
    setFaults({});
    if (call.state === 'error') clear();
  }

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

  /** Built when the link is followed, as the fields may hold a megabyte. */
  function editAsJson() {
    const filled = fillParams(params, entered);
    window.location.hash = runLink(
      name,
      'params' in filled && filled.params ? pretty(filled.params) : '',
    );
  }

  return (
    <section aria-labelledby="method-title">
      <header className="page-head">
        <h1 id="method-title" className="code">
          {name}
        </h1>
        <p>{method.summary}</p>
        <Badges method={method} />
      </header>
      {note && (
        <p className="method-note" data-testid="method-note">
          {note}
        </p>
      )}
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
            onChange={(value) => change({ ...changed, [param.name]: value })}
          />
        ))}
        <div className="actions">
          <ActionButton
            type="submit"
            className="primary"
            data-testid="method-send"
            disabled={!module}
            isBusy={call.state === 'busy'}
          >
            Send
          </ActionButton>
          {params.length > 0 && (
            <button type="button" className="secondary" onClick={() => change(none)}>
              Fill in the sample
            </button>
          )}
          <button type="button" className="link" onClick={editAsJson}>
            Edit as JSON
          </button>
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
