import batteries from '../texts/batteries.json';
import failures from '../texts/failures.json';
import methods from '../texts/methods.json';
import page from '../texts/page.json';
import path from '../texts/path.json';
import scenarios from '../texts/scenarios.json';
import service from '../texts/service.json';
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
