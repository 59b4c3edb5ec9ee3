import { boolean, enums, type Infer, object } from '@metamask/superstruct';
import { field, matching } from '@xnet/clients/schema/field';

const Decimal = field(matching('a decimal number', /^[0-9]+$/u), {
  jsonSchema: { type: 'string', pattern: '^[0-9]+$' },
});

const feeParts = {
  suggestedMaxFee: field(Decimal, {
    description: 'Maximum cost: 1.5 times the gas at 1.5 times the price.',
    unit: 'wei of the fee token STRK, also called FRI',
  }),
  overallFee: field(Decimal, { description: 'Expected cost.', unit: 'wei' }),
  gasConsumed: field(Decimal, { description: 'Expected L2 gas.' }),
  gasPrice: field(Decimal, { description: 'Price of one unit of L2 gas.', unit: 'wei' }),
  unit: field(enums(['wei']), { description: 'Unit of the fees.' }),
};

export const DeployFeeEstimate = object(feeParts);
export type DeployFeeEstimate = Infer<typeof DeployFeeEstimate>;

export const FeeEstimateResult = object({
  ...feeParts,
  includeDeploy: field(boolean(), {
    description: 'True if the account is not deployed yet and its deployment is included.',
  }),
});
export type FeeEstimateResult = Infer<typeof FeeEstimateResult>;
