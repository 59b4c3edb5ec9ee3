import { object } from '@metamask/superstruct';
import { field, Null } from '@xnet/clients/schema/field';
import { defineMethod } from './method';

export const xnet_revokeGrants = defineMethod({
  summary: 'Gives back the access of the site to every account; it has to ask again afterwards.',
  params: object({}),
  result: field(Null, { description: 'Always null.', jsonSchema: { type: 'null' } }),
  errors: [],
  prompts: 'never',

  async handle({ origin }, { grants }) {
    await grants.revoke(origin);
    return null;
  },
});
