import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp } from './app';
import { loadConfig } from './config';
import { spoken, startSpeaking } from './language';
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
import { describeFailure } from './wallet/failure';

const place = document.getElementById('root');
if (!place) throw new Error('The page has no place for the app.');
const root = createRoot(place);

spoken.subscribe(() => {
  document.documentElement.lang = spoken.get().language;
});
await startSpeaking(window);

try {
  const app = createApp(await loadConfig(window.fetch.bind(window)), window);
  app.start();
  root.render(
    <StrictMode>
      <AppProvider value={app}>
        <App />
      </AppProvider>
    </StrictMode>,
  );
} catch (error) {
  const { message, words } = describeFailure(error);
  root.render(<Broken reason={words?.message ?? message} />);
}
