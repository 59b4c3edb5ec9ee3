import { useRoute } from '../route';
import { ApprovalNotice } from './ApprovalNotice';
import { MethodPage } from './MethodPage';
import { Navigation } from './Navigation';
import { RunPage } from './RunPage';
import { StartPage } from './StartPage';
import { GasPage } from './service/GasPage';
import { IpfsPage } from './service/IpfsPage';
import { RpcPage } from './service/RpcPage';
import { Timeline } from './Timeline';
import { TopBar } from './TopBar';

export function App() {
  const route = useRoute();
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <TopBar />
      <ApprovalNotice />
      <div className="columns">
        <Navigation route={route} />
        <main id="main" tabIndex={-1}>
          {route.page === 'start' && <StartPage />}
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
