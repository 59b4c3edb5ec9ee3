import { useState } from 'react';
import { draw, text } from '../draw';
import { pretty } from '../log/copies';
import type { Method } from '../methods/catalogue';
import { createSample, type Entered, fillParams } from '../methods/form';
import { findForm } from '../methods/groups';
import { getNote } from '../methods/notes';
import { runLink } from '../route';
import { useStore } from '../store';
import type { TextRef } from '../texts';
import { useApp } from './AppContext';
import { Badges } from './Badges';
import { ErrorTable } from './ErrorTable';
import { ParamField } from './ParamField';
import { ReplyView } from './ReplyView';
import { rich } from './rich';
import { ConnectFirst, SendButton } from './SendButton';
import { useCall } from './useCall';

export function MethodPage({ name }: { name: string }) {
  const method = findForm(name);
  if (method) return <MethodForm method={method} />;
  return (
    <section className="empty">
      <h1 className="empty-title">{text('methods.none', { name })}</h1>
      <p>{rich('methods.noneAdvice', { link: <a href="#/">{text('page.startHere')}</a> })}</p>
    </section>
  );
}

const none: Entered = {};

/** Values entered for a method, their faults, and the method's call. */
function useEntered({ name, params }: Method, sample: Entered) {
  /** Changed texts only; the rest is the sample, which learns of the account later. */
  const [changed, setChanged] = useState(none);
  const [faults, setFaults] = useState<{ readonly [name: string]: TextRef }>({});
  const { call, send, clear } = useCall();
  const entered = { ...sample, ...changed };

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

  return {
    call,
    entered,
    faults,
    submit,
    editAsJson,
    enter: (param: string, value: string) => change({ ...changed, [param]: value }),
    fillInSample: () => change(none),
  };
}

function MethodForm({ method }: { method: Method }) {
  const { name, params } = method;
  const { session, journey, tracker } = useApp();
  const { account, module, deployed } = useStore(session.store);
  const { latest } = useStore(tracker.store);

  const lastHash = latest?.hash ?? account?.sentHash ?? account?.deployHash ?? null;
  const form = useEntered(method, createSample(params, account?.address ?? null, lastHash));
  const note = getNote(name, {
    hasLocalChain: journey.faucet() !== null,
    isDeployed: deployed,
    hasSent: lastHash !== null,
  });

  return (
    <section aria-labelledby="method-title">
      <MethodHead method={method} note={note} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
      >
        {params.length === 0 && <p className="quiet">{text('methods.noParams')}</p>}
        {params.map((param) => (
          <ParamField
            key={param.name}
            param={param}
            value={form.entered[param.name] ?? ''}
            fault={form.faults[param.name] ?? null}
            account={account?.address ?? null}
            onChange={(value) => form.enter(param.name, value)}
          />
        ))}
        <div className="actions">
          <SendButton isDisabled={!module} isBusy={form.call.state === 'busy'} />
          {params.length > 0 && (
            <button type="button" className="secondary" onClick={form.fillInSample}>
              {text('methods.fillInSample')}
            </button>
          )}
          <button type="button" className="link" onClick={form.editAsJson}>
            {text('methods.editAsJson')}
          </button>
        </div>
        {!module && <ConnectFirst />}
      </form>
      <ReplyView call={form.call} />
      <ErrorTable errors={method.errors} />
    </section>
  );
}

function MethodHead({ method, note }: { method: Method; note: TextRef | null }) {
  return (
    <>
      <header className="page-head">
        <h1 id="method-title" className="code">
          {method.name}
        </h1>
        <p lang="en">{method.summary}</p>
        <Badges method={method} />
      </header>
      {note && (
        <p className="method-note" data-testid="method-note">
          {draw(note)}
        </p>
      )}
    </>
  );
}
