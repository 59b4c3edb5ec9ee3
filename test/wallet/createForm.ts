import type { SettingForm } from '../../src/flow/home/settings/setting';

/** A form of the module's page with these fields filled in. */
export const createForm =
  (filledIn: Readonly<Partial<Record<Parameters<SettingForm>[0], string>>>): SettingForm =>
  (field) =>
    filledIn[field] ?? '';
