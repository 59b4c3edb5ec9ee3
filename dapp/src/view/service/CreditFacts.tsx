import { text } from '../../draw';
import { formatCount } from '../../numbers';
import type { Service } from '../../service/service';
import { useStore } from '../../store';
import { rich } from '../rich';

/** Credits that this page has spent, credits left by the service's report, and the key's owner. */
export function CreditFacts({ service }: { service: Service }) {
  const { counted, balance } = useStore(service.store);
  return (
    <section className="credits" aria-label={text('service.credits')}>
      <dl className="figures">
        <div>
          <dt>{text('service.creditsUsed')}</dt>
          <dd data-testid="credits-used" data-credits={counted}>
            {formatCount(counted)}
          </dd>
          <dd className="hint">{text('service.creditsUsedHint')}</dd>
        </div>
        <div>
          <dt>{text('service.creditsLeft')}</dt>
          <dd data-testid="credits-left" data-credits={balance?.left}>
            {balance === null ? text('page.notKnown') : formatCount(balance.left)}
          </dd>
          <dd className="hint">
            {balance === null
              ? text('service.creditsUnknown')
              : text('service.creditsOf', { count: formatCount(balance.creditsPerDay) })}
          </dd>
        </div>
      </dl>
      <p className="hint" data-testid="local-key">
        {rich('service.localKey', {
          host: <code>{new URL(service.access.url).host}</code>,
          key: <code>{service.access.key.slice(0, 6)}…</code>,
        })}
      </p>
    </section>
  );
}
