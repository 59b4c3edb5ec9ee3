import { useState } from 'react';
import { draw, text } from '../draw';
import { formCount, search } from '../methods/groups';
import { methodLink, type Route } from '../route';

const prefix = 'xnet_';

const servicePages = [
  { page: 'gas', href: '#/gas' },
  { page: 'rpc', href: '#/rpc' },
  { page: 'ipfs', href: '#/ipfs' },
] as const;

const otherPages = [
  { page: 'scenarios', href: '#/scenarios' },
  { page: 'batteries', href: '#/batteries' },
] as const;

const current = (isHere: boolean) => {
  if (isHere) return 'page';
  return undefined;
};

type Props = {
  readonly route: Route;
  /** On narrow screens the menu is collapsed until the bar's button opens it. */
  readonly isOpen: boolean;
};

export function Navigation({ route, isOpen }: Props) {
  const [sought, setSought] = useState('');
  const groups = search(sought);
  const count = groups.reduce((sum, group) => sum + group.methods.length, 0);
  return (
    <nav id="pages" aria-label={text('page.pages')} data-open={isOpen}>
      <ul className="nav-pages">
        <li>
          <a href="#/" aria-current={current(route.page === 'start')}>
            {text('page.title.start')}
          </a>
        </li>
        {otherPages.map((page) => (
          <PageLink key={page.page} {...page} route={route} />
        ))}
      </ul>
      <h2>{text('page.nodeService')}</h2>
      <ul className="nav-pages">
        {servicePages.map((page) => (
          <PageLink key={page.page} {...page} route={route} />
        ))}
      </ul>
      <h2>{text('page.walletMethods')}</h2>
      <label className="unseen" htmlFor="nav-search">
        {text('page.findMethod')}
      </label>
      <input
        id="nav-search"
        type="search"
        placeholder={text('page.searchMethods', { count: String(formCount) })}
        autoComplete="off"
        spellCheck={false}
        value={sought}
        onChange={(event) => setSought(event.target.value)}
      />
      <p className="nav-found" role="status">
        {sought.trim() !== '' &&
          text(count === 1 ? 'page.found.one' : 'page.found.many', { count: String(count) })}
      </p>
      {groups.map((group) => (
        <section key={group.name} aria-label={draw(group.title)}>
          <h3>{draw(group.title)}</h3>
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
  readonly page: 'gas' | 'rpc' | 'ipfs' | 'scenarios' | 'batteries';
  readonly href: string;
  readonly route: Route;
};

function PageLink({ page, href, route }: PageProps) {
  return (
    <li>
      <a href={href} data-testid={`page-${page}`} aria-current={current(route.page === page)}>
        {text(`page.title.${page}`)}
      </a>
    </li>
  );
}

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
