import batteries from '../locales/en/batteries.json';
import failures from '../locales/en/failures.json';
import methods from '../locales/en/methods.json';
import page from '../locales/en/page.json';
import path from '../locales/en/path.json';
import scenarios from '../locales/en/scenarios.json';
import service from '../locales/en/service.json';
import type { Catalogue } from './texts';

export const english: Catalogue = {
  ...batteries,
  ...failures,
  ...methods,
  ...page,
  ...path,
  ...scenarios,
  ...service,
};
