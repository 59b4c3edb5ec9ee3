import { useState } from 'react';
import { formCount, search } from '../methods/groups';
import { methodLink, type Route } from '../route';

const prefix = 'xnet_';

const servicePages = [
  { page: 'gas', label: 'Gas', href: '#/gas' },
  { page: 'rpc', label: 'JSON-RPC', href: '#/rpc' },
  { page: 'ipfs', label: 'IPFS', href: '#/ipfs' },
] as const;

const otherPages = [
  { page: 'scenarios', label: 'Scenarios', href: '#/scenarios' },
  { page: 'batteries', label: 'Batteries', href: '#/batteries' },
] as const;

const current = (isHere: boolean) => (isHere ? 'page' : undefined);

type Props = {
  readonly route: Route;
  /** On narrow screens the menu is collapsed until the bar's button opens it. */
  readonly isOpen: boolean;
};

export function Navigation({ route, isOpen }: Props) {
  const [sought, setSought] = useState('');
  const found = search(sought);
  const count = found.reduce((sum, group) => sum + group.methods.length, 0);
  return (
    <nav id="pages" aria-label="Pages" data-open={isOpen}>
      <ul className="nav-pages">
        <li>
          <a href="#/" aria-current={current(route.page === 'start')}>
            Start here
          </a>
        </li>
        {otherPages.map((page) => (
          <PageLink key={page.page} {...page} route={route} />
        ))}
      </ul>
      <h2>Node service</h2>
      <ul className="nav-pages">
        {servicePages.map((page) => (
          <PageLink key={page.page} {...page} route={route} />
        ))}
      </ul>
      <h2>Wallet methods</h2>
      <label className="unseen" htmlFor="nav-search">
        Find a method
      </label>
      <input
        id="nav-search"
        type="search"
        placeholder={`Search ${formCount} methods`}
        autoComplete="off"
        spellCheck={false}
        value={sought}
        onChange={(event) => setSought(event.target.value)}
      />
      <p className="nav-found" role="status">
        {sought.trim() !== '' && (count === 1 ? '1 method found' : `${count} methods found`)}
      </p>
      {found.map((group) => (
        <section key={group.name} aria-label={group.name}>
          <h3>{group.name}</h3>
          <ul>
            {group.methods.map(({ name }) => (
              <li key={name}>
                <a
                  href={methodLink(name)}
                  data-testid={`method-${name}`}
                  aria-current={current(route.page === 'method' && route.name === name)}
                >
                  <MethodName name={name} />
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

type PageProps = {
  readonly page: string;
  readonly label: string;
  readonly href: string;
  readonly route: Route;
};

const PageLink = ({ page, label, href, route }: PageProps) => (
  <li>
    <a href={href} data-testid={`page-${page}`} aria-current={current(route.page === page)}>
      {label}
    </a>
  </li>
);

/** De-emphasizes the prefix that most methods share. */
function MethodName({ name }: { name: string }) {
  if (!name.startsWith(prefix)) return name;
  return (
    <>
      <span className="prefix">{prefix}</span>
      {name.slice(prefix.length)}
    </>
  );
}
