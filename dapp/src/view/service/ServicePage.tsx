import { type ReactNode, useEffect } from 'react';
import { text } from '../../draw';
import type { Service } from '../../service/service';
import { useApp } from '../AppContext';
import { CreditFacts } from './CreditFacts';

type Props = {
  readonly title: string;
  readonly lead: string;
  readonly children: (service: Service) => ReactNode;
};

/** A page of the node service, or instructions if no service is running. */
export function ServicePage({ title, lead, children }: Props) {
  const { service } = useApp();
  useEffect(() => void service?.readBalance(), [service]);
  return (
    <section aria-labelledby="service-title">
      <header className="page-head">
        <h1 id="service-title">{title}</h1>
        <p>{lead}</p>
      </header>
      {service ? (
        <>
          <CreditFacts service={service} />
          {children(service)}
        </>
      ) : (
        <div className="empty" data-testid="no-service">
          <p className="empty-title">{text('service.none')}</p>
          <p>{text('service.noneAdvice')}</p>
        </div>
      )}
    </section>
  );
}
