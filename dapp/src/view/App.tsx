import { useEffect, useState } from 'react';
import { draw, text } from '../draw';
import { getTitle, useRoute } from '../route';
import { say } from '../texts';
import { ApprovalNotice } from './ApprovalNotice';
import { BatteriesPage } from './BatteriesPage';
import { MethodPage } from './MethodPage';
import { Navigation } from './Navigation';
import { RefusedSwitch } from './Notices';
import { RunPage } from './RunPage';
import { ScenariosPage } from './ScenariosPage';
import { StartPage } from './StartPage';
import { GasPage } from './service/GasPage';
import { IpfsPage } from './service/IpfsPage';
import { RpcPage } from './service/RpcPage';
import { Timeline } from './Timeline';
import { TopBar } from './TopBar';
import { usePageTurn } from './usePageTurn';

export function App() {
  const route = useRoute();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const page = getTitle(route);
  const title = draw(page);
  usePageTurn(title, text('page.tab', { title: draw(page), name: say('page.name') }));
  // The menu covers the page: close it after a link was followed.
  useEffect(() => setMenuOpen(false), [title]);
  return (
    <>
      {/* No link: the part behind # names a page here, so following it would leave this one. */}
      <button
        type="button"
        className="skip"
        onClick={() => document.getElementById('main')?.focus()}
      >
        {text('page.skip')}
      </button>
      <TopBar isMenuOpen={isMenuOpen} onMenu={() => setMenuOpen(!isMenuOpen)} />
      <ApprovalNotice />
      <div className="columns">
        <Navigation route={route} isOpen={isMenuOpen} />
        <main id="main" tabIndex={-1}>
          <RefusedSwitch />
          {route.page === 'start' && <StartPage />}
          {route.page === 'scenarios' && <ScenariosPage />}
          {route.page === 'batteries' && <BatteriesPage battery={route.battery} id={route.id} />}
          {route.page === 'gas' && <GasPage />}
          {route.page === 'rpc' && <RpcPage name={route.name} />}
          {route.page === 'ipfs' && <IpfsPage />}
          {route.page === 'method' && <MethodPage key={route.name} name={route.name} />}
          {route.page === 'run' && (
            <RunPage
              key={`${route.method} ${route.params}`}
              method={route.method}
              params={route.params}
            />
          )}
        </main>
        <Timeline />
      </div>
    </>
  );
}
