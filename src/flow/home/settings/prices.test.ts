import { describe, expect, it } from '@jest/globals';
import { createForm } from '../../../../test/wallet/createForm';
import { openModule } from '../../../../test/wallet/openModule';
import { pricesSetting } from './prices';

describe('the source of prices', () => {
  it('accepts a known price source or none', async () => {
    const { module } = openModule();
    await expect(
      pricesSetting.save(module, createForm({ choice: 'elsewhere' })),
    ).resolves.toBeUndefined();
    await expect(module.settings.prices.chosen()).resolves.toBe('off');
    await expect(pricesSetting.save(module, createForm({ choice: 'avnu' }))).resolves.toMatchObject(
      {
        severity: 'info',
        text: { say: 'fees.pricesOn' },
      },
    );
    await expect(module.settings.prices.chosen()).resolves.toBe('avnu');
  });
});
