import { text } from '../draw';
import { useStore } from '../store';
import { useApp } from './AppContext';
import { FailureNote } from './FailureNote';
import { rich } from './rich';

/** Why the network chosen in the bar was refused; shown above any page. */
export function RefusedSwitch() {
  const { refusedSwitch } = useApp();
  const { failure } = useStore(refusedSwitch);
  if (!failure) return null;
  return (
    <section className="told" role="alert" data-testid="switch-refused">
      <h2>{text('page.networkStays')}</h2>
      <FailureNote failure={failure} />
      <button
        type="button"
        className="secondary"
        onClick={() => {
          refusedSwitch.set({ failure: null });
          document.getElementById('main')?.focus({ preventScroll: true });
        }}
      >
        {text('page.close')}
      </button>
    </section>
  );
}

/** How far the local chain's node is built, and what works without it. */
export function ChainBuildNotice() {
  const { chainWait, config } = useApp();
  const { build } = useStore(chainWait.store);
  if (build.state === 'ready') return null;
  if (build.state === 'failed')
    return (
      <section className="told" role="alert" data-testid="chain-build">
        <h2>{text('page.noLocalChain')}</h2>
        <p>{text('page.nodeNotBuilt', { reason: build.reason })}</p>
      </section>
    );
  const { done, total } = build;
  return (
    <section className="told" aria-labelledby="chain-build" data-testid="chain-build">
      <h2 id="chain-build">{text('page.chainBuilding')}</h2>
      <p>
        {text('page.compiledOnce')}
        {total > 0 && ` ${text('page.partsDone', { done: String(done), total: String(total) })}`}
      </p>
      <progress max={Math.max(total, 1)} value={done} aria-label={text('page.partsBuilt')} />
      <p>
        {config.service
          ? rich('page.meanwhileService', {
              gas: <a href="#/gas">{text('page.title.gas')}</a>,
              rpc: <a href="#/rpc">{text('page.title.rpc')}</a>,
              ipfs: <a href="#/ipfs">{text('page.title.ipfs')}</a>,
            })
          : text('page.meanwhile')}
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
          <p>{text('page.dropped', { wallet: wallet.name })}</p>
        </section>
      )}
      {unshared && (
        <section className="told" data-testid="unshared">
          <p>{text('page.unshared')}</p>
        </section>
      )}
      {begunAnew && (
        <section className="told" data-testid="begun-anew">
          <p>{text('page.begunAnew')}</p>
        </section>
      )}
      {nodeFailure && build.state !== 'building' && (
        <section className="told" data-testid="node-away">
          <FailureNote failure={nodeFailure} />
          <button type="button" className="secondary" onClick={() => void session.lookAgain()}>
            {text('page.lookAgain')}
          </button>
        </section>
      )}
    </div>
  );
}
