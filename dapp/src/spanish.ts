import batteries from '../locales/es/batteries.json';
import failures from '../locales/es/failures.json';
import methods from '../locales/es/methods.json';
import page from '../locales/es/page.json';
import path from '../locales/es/path.json';
import scenarios from '../locales/es/scenarios.json';
import service from '../locales/es/service.json';
import type { Catalogue } from './texts';

export const spanish: Catalogue = {
  ...batteries,
  ...failures,
  ...methods,
  ...page,
  ...path,
  ...scenarios,
  ...service,
};
