import { text } from '../draw';
import { useStore } from '../store';
import { useApp } from './AppContext';
import { OpenWallet } from './OpenWallet';

/** Stays visible anywhere on the page while a wallet waits for its user. */
export function ApprovalNotice() {
  const { approval } = useApp();
  const { pending } = useStore(approval);
  return (
    <div role="status">
      {pending && (
        <section
          className="notice"
          aria-label={text('page.approval')}
          data-testid="approval-notice"
        >
          <OpenWallet />
        </section>
      )}
    </div>
  );
}
