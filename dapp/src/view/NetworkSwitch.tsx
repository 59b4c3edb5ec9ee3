import { useState } from 'react';
import { networks } from '../chain/networks';
import { useStore } from '../store';
import { useApp } from './AppContext';

/** The module's current network; choosing another asks the module, which may ask its user. */
export function NetworkSwitch() {
  const { session, journey, tracker } = useApp();
  const { network } = useStore(session.store);
  const [isBusy, setBusy] = useState(false);
  if (!network) return <span className="quiet">Not connected</span>;

  async function choose(chainId: string) {
    setBusy(true);
    try {
      if (!(await session.switchNetwork(chainId))) return;
      tracker.forget();
      journey.catchUp();
    } catch {
      // The timeline shows the reply, and the choice stays what it was.
    } finally {
      setBusy(false);
    }
  }

  return (
    <select
      aria-label="Network"
      data-testid="network"
      value={network.chainId}
      disabled={isBusy}
      onChange={(event) => void choose(event.target.value)}
    >
      {networks.map(({ name, chainId }) => (
        <option key={chainId} value={chainId}>
          {name}
        </option>
      ))}
    </select>
  );
}
