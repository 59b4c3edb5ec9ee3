import batteries from '../locales/de/batteries.json';
import failures from '../locales/de/failures.json';
import methods from '../locales/de/methods.json';
import page from '../locales/de/page.json';
import path from '../locales/de/path.json';
import scenarios from '../locales/de/scenarios.json';
import service from '../locales/de/service.json';
import type { Catalogue } from './texts';

export const german: Catalogue = {
  ...batteries,
  ...failures,
  ...methods,
  ...page,
  ...path,
  ...scenarios,
  ...service,
};
