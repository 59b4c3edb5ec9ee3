import { useStore } from '../store';
import { useApp } from './AppContext';
import { OpenWallet } from './OpenWallet';

/** What is being waited for; the person themselves, when the wallet says so. */
export function WaitLine({ waitingFor }: { waitingFor: string | null }) {
  const { approval } = useApp();
  const { pending } = useStore(approval);
  return (
    <p className="step-wait" role="status">
      {waitingFor !== null && (
        <>
          <span className="spinner" aria-hidden="true" />
          {pending ? <OpenWallet /> : `${waitingFor}…`}
        </>
      )}
    </p>
  );
}
