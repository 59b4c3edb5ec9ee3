import DefaultTheme from 'vitepress/theme';
import './colors.css';

export default DefaultTheme;
