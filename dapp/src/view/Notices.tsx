import { useStore } from '../store';
import { useApp } from './AppContext';
import { FailureNote } from './FailureNote';

/** Why the network chosen in the bar was refused; shown above any page. */
export function RefusedSwitch() {
  const { refusedSwitch } = useApp();
  const { failure } = useStore(refusedSwitch);
  if (!failure) return null;
  return (
    <section className="told" role="alert" data-testid="switch-refused">
      <h2>The network stays as it is</h2>
      <FailureNote failure={failure} />
      <button
        type="button"
        className="secondary"
        onClick={() => {
          refusedSwitch.set({ failure: null });
          document.getElementById('main')?.focus({ preventScroll: true });
        }}
      >
        Close
      </button>
    </section>
  );
}

/** Why the path cannot continue, or why steps must be repeated. */
export function PathNotices() {
  const { session, journey } = useApp();
  const { wallet, module, nodeFailure, begunAnew, unshared, resuming } = useStore(session.store);
  const { connect } = useStore(journey.path.store);
  const isDropped = wallet !== null && module === null && !resuming && connect.state === 'idle';
  return (
    <div role="status">
      {isDropped && (
        <section className="told" data-testid="dropped">
          <p>
            This page is not connected to the module in {wallet.name}: it was disconnected or reset
            there, or the wallet has stopped. Connect again to continue where you left off.
          </p>
        </section>
      )}
      {unshared && (
        <section className="told" data-testid="unshared">
          <p>
            The module no longer shares your account with this page: sharing was stopped in the
            wallet, or the account is gone. Create it again, and the wallet asks what this page may
            see.
          </p>
        </section>
      )}
      {begunAnew && (
        <section className="told" data-testid="begun-anew">
          <p>
            This chain was started anew, without your account and payments. Repeat the steps from
            step 3 on.
          </p>
        </section>
      )}
      {nodeFailure && (
        <section className="told" data-testid="node-away">
          <FailureNote failure={nodeFailure} />
          <button type="button" className="secondary" onClick={() => void session.lookAgain()}>
            Look again
          </button>
        </section>
      )}
    </div>
  );
}
