import { formatCount } from '../../language';
import type { Service } from '../../service/service';
import { useStore } from '../../store';

/** What this page has spent, what the service reports as left, and whose key it is. */
export function CreditFacts({ service }: { service: Service }) {
  const { counted, balance } = useStore(service.store);
  return (
    <section className="credits" aria-label="Credits and key">
      <dl className="figures">
        <div>
          <dt>Credits used by this page</dt>
          <dd data-testid="credits-used" data-credits={counted}>
            {formatCount(counted)}
          </dd>
          <dd className="hint">counted by its clients</dd>
        </div>
        <div>
          <dt>Credits left today</dt>
          <dd data-testid="credits-left" data-credits={balance?.left}>
            {balance === null ? 'Not known' : formatCount(balance.left)}
          </dd>
          <dd className="hint">
            {balance === null
              ? 'the service has not answered'
              : `of ${formatCount(balance.creditsPerDay)}, according to the service; resets at 00:00 UTC`}
          </dd>
        </div>
      </dl>
      <p className="hint" data-testid="local-key">
        <code>{new URL(service.access.url).host}</code> with the local key{' '}
        <code>{service.access.key.slice(0, 6)}…</code>, made by npm start. The page holds its
        secret, which opens only this service on this machine: never use this key for anything else.
      </p>
    </section>
  );
}
