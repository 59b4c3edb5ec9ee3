import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp } from './app';
import { loadConfig } from './config';
import './styles/base.css';
import './styles/controls.css';
import './styles/bar.css';
import './styles/layout.css';
import './styles/path.css';
import './styles/method.css';
import './styles/battery.css';
import './styles/notice.css';
import './styles/service.css';
import './styles/chart.css';
import './styles/timeline.css';
import { App } from './view/App';
import { AppProvider } from './view/AppContext';
import { Broken } from './view/Broken';
import { ErrorBoundary } from './view/ErrorBoundary';
import { describeFailure } from './wallet/failure';

const place = document.getElementById('root');
if (!place) throw new Error('The page has no place for the app.');
const root = createRoot(place);

try {
  const app = createApp(await loadConfig(window.fetch.bind(window)), window);
  app.start();
  root.render(
    <StrictMode>
      <ErrorBoundary>
        <AppProvider value={app}>
          <App />
        </AppProvider>
      </ErrorBoundary>
    </StrictMode>,
  );
} catch (error) {
  const { message, words } = describeFailure(error);
  root.render(<Broken reason={words?.message ?? message} />);
}
