import { useState } from 'react';
import { type ChainId, getEndpoint, networks } from '../chain/networks';
import { draw, text } from '../draw';
import { useStore } from '../store';
import { describeFailure } from '../wallet/failure';
import { useApp } from './AppContext';

/** The module's current network; choosing another sends a request, which may open a dialog. */
export function NetworkSwitch() {
  const { session, journey, tracker, refusedSwitch } = useApp();
  const { network } = useStore(session.store);
  const [isBusy, setBusy] = useState(false);
  if (!network) return <span className="quiet">{text('page.notConnected')}</span>;
  const chain = journey.faucet();

  async function choose(chainId: ChainId) {
    if (isBusy) return;
    setBusy(true);
    refusedSwitch.set({ failure: null });
    try {
      if (!(await session.switchNetwork(chainId))) return;
      tracker.forget();
      journey.catchUp();
    } catch (error) {
      refusedSwitch.set({ failure: describeFailure(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <select
      aria-label={text('page.network')}
      title={chain ? text('page.chainHere', { endpoint: getEndpoint(chain) }) : undefined}
      data-testid="network"
      value={network.chainId}
      aria-disabled={isBusy || undefined}
      onChange={(event) => void choose(event.target.value as ChainId)}
    >
      {networks.map(({ chainId }) => (
        <option key={chainId} value={chainId}>
          {draw(journey.nameOf(chainId))}
        </option>
      ))}
    </select>
  );
}
