import { useState } from 'react';
import { methods } from '../methods/catalogue';
import { methodLink, type Route } from '../route';

const prefix = 'xnet_';

const servicePages = [
  { page: 'gas', label: 'Gas', href: '#/gas' },
  { page: 'rpc', label: 'JSON-RPC', href: '#/rpc' },
  { page: 'ipfs', label: 'IPFS', href: '#/ipfs' },
] as const;

const current = (isHere: boolean) => (isHere ? 'page' : undefined);

export function Navigation({ route }: { route: Route }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <nav aria-label="Pages" data-open={isOpen}>
      <a href="#/" className="nav-start" aria-current={current(route.page === 'start')}>
        Start here
      </a>
      <h2>Node service</h2>
      <ul className="nav-pages">
        {servicePages.map(({ page, label, href }) => (
          <li key={page}>
            <a href={href} data-testid={`page-${page}`} aria-current={current(route.page === page)}>
              {label}
            </a>
          </li>
        ))}
      </ul>
      <h2>
        Wallet methods
        <button
          type="button"
          className="nav-toggle"
          aria-expanded={isOpen}
          aria-controls="methods"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : `Show all ${methods.length}`}
        </button>
      </h2>
      <ul id="methods">
        {methods.map(({ name }) => (
          <li key={name}>
            <a
              href={methodLink(name)}
              onClick={() => setOpen(false)}
              data-testid={`method-${name}`}
              aria-current={current(route.page === 'method' && route.name === name)}
            >
              <MethodName name={name} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The prefix that most methods share steps back, so that the eye finds what differs. */
function MethodName({ name }: { name: string }) {
  if (!name.startsWith(prefix)) return name;
  return (
    <>
      <span className="prefix">{prefix}</span>
      {name.slice(prefix.length)}
    </>
  );
}
