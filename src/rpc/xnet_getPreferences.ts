import { object, string } from '@metamask/superstruct';
import { field } from '@xnet/clients/schema/field';
import { defineMethod } from './method';

export const xnet_getPreferences = defineMethod({
  summary: 'Returns the language and the currency that are set in the wallet.',
  params: object({}),
  result: object({
    locale: field(string(), { description: 'Language, such as en.' }),
    currency: field(string(), { description: 'Currency, such as usd.' }),
  }),
  errors: [],
  prompts: 'never',
  handle: (_request, module) => module.preferences(),
});
