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

const minutes = (ms: number): string =>
  ms < 60_000 ? 'Less than a minute' : `About ${Math.round(ms / 60_000)} min`;

/** How far the local chain's node is built, and what works without it. */
export function ChainBuildNotice() {
  const { chainWait, config } = useApp();
  const { build } = useStore(chainWait.store);
  if (build.state === 'ready') return null;
  if (build.state === 'failed')
    return (
      <section className="told" role="alert" data-testid="chain-build">
        <h2>There is no local chain</h2>
        <p>Its node could not be built: {build.reason}</p>
      </section>
    );
  const { done, total, leftMs } = build;
  return (
    <section className="told" aria-labelledby="chain-build" data-testid="chain-build">
      <h2 id="chain-build">The local chain is being built</h2>
      <p>
        Its node is compiled once on this machine, which takes minutes.
        {total > 0 && ` ${done} of ${total} parts are done.`}
        {leftMs !== null && ` ${minutes(leftMs)} left.`}
      </p>
      <progress max={Math.max(total, 1)} value={done} aria-label="Parts that are built" />
      <p>
        Meanwhile you can connect the wallet and look at the module’s page
        {config.service && (
          <>
            , and use <a href="#/gas">Gas</a>, <a href="#/rpc">JSON-RPC</a> and{' '}
            <a href="#/ipfs">IPFS</a>
          </>
        )}
        . Steps that you begin here go on by themselves once the chain is there.
      </p>
    </section>
  );
}

/** Why the path cannot continue, or why steps must be repeated. */
export function PathNotices() {
  const { session, journey, chainWait } = useApp();
  const { wallet, module, nodeFailure, begunAnew, unshared, resuming } = useStore(session.store);
  const { connect } = useStore(journey.path.store);
  const { build } = useStore(chainWait.store);
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
      {nodeFailure && build.state !== 'building' && (
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
