import { enums, object } from '@metamask/superstruct';
import { field } from '@xnet/clients/schema/field';
import { defineMethod } from './method';

export const ping = defineMethod({
  summary: 'Replies, to show that the module is installed and running.',
  params: object({}),
  result: field(enums(['pong']), { description: 'Always pong.' }),
  errors: [],
  prompts: 'never',
  handle: async () => 'pong' as const,
});
