import { object } from '@metamask/superstruct';
import { field, Null } from '@xnet/clients/schema/field';
import { forgetSite } from '../flow/consent/permissions';
import { defineMethod } from './method';

export const xnet_revokeGrants = defineMethod({
  summary: "Revokes the site's access to all accounts; the site must ask again afterwards.",
  params: object({}),
  result: field(Null, { description: 'Always null.', jsonSchema: { type: 'null' } }),
  errors: [],
  prompts: 'never',

  async handle({ origin }, module) {
    await forgetSite(module, origin);
    return null;
  },
});
