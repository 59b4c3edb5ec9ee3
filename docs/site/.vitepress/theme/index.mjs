import DefaultTheme from 'vitepress/theme';
import './colors.css';
import { Trial } from './trial.mjs';

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => app.component('Trial', Trial),
};
